import { asText, type Json } from "./json.ts";

/** What came of an attempt to renew a sign-in. */
export type Renewal =
  | { kind: "renewed"; login: string }
  /** The provider ended the sign-in. */
  | { kind: "dead"; message: string }
  /** The provider does not know the token any more: somebody renewed it already, or it is gone. */
  | { kind: "stale"; message: string }
  /** It may work later. */
  | { kind: "transient"; message: string };

/** A CLI's own sign-in: the content of its login file, and what can be read of it. */
export interface Logins {
  /** Where the CLI keeps it in a session's home. */
  file(home: string): string;
  /** Whether the CLI can go on with it. CLIs sometimes write their file without the part that matters. */
  isComplete(login: string): boolean;
  /** Epoch ms; null if it does not say. */
  expiresAt(login: string): number | null;
  /** The sign-in of the person who runs the service; null if there is none, or the CLI would use a key instead. */
  ofMachine(): Promise<string | null>;
  /** Whose it is, as the provider or the login itself says; null if neither does. */
  emailOf(login: string, signal: AbortSignal): Promise<string | null>;
  /** Asks for new tokens. The old ones may not work afterwards. Never rejects. */
  renew(login: string, signal: AbortSignal): Promise<Renewal>;
}

/** The answer of a token endpoint that gave no tokens, in the classes that decide what happens next. */
export function refusedRenewal(
  answer: { status: number; body: Json } | null,
  message: string,
): Exclude<Renewal, { kind: "renewed" }> {
  if (answer === null || answer.status >= 500 || answer.status === 429) return { kind: "transient", message };
  const error = answer.body["error"];
  const code = asText(error) ?? asText((error as Json | undefined)?.["code"]) ?? "";
  if (code === "refresh_token_reused" || (code === "invalid_grant" && /not found|invalid/i.test(message)))
    return { kind: "stale", message };
  const isDead =
    answer.status === 401 ||
    answer.status === 404 ||
    /invalid_grant|invalid_client|unauthorized_client|refresh_token_(expired|invalidated)/.test(code);
  return { kind: isDead ? "dead" : "transient", message };
}
