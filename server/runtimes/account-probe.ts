import { asObject, asText, type Json } from "./json.ts";

/** What an account proves itself with. */
export type AccountCredential =
  | { kind: "api_key"; key: string }
  /** The content of the CLI's own login file. */
  | { kind: "sign_in"; login: string };

export interface ProbedWindow {
  /** `five_hour`, `seven_day`, or the vendor's own name. */
  name: string;
  /** From 0 to 1; null if the provider did not say. */
  utilization: number | null;
  /** Epoch ms; null if the provider did not say. */
  resetAt: number | null;
  status: string | null;
}

/** What an account may spend in dollars besides its windows. */
export interface ProbedCredits {
  /** Null where the provider did not say, or has no such limit. */
  used: number | null;
  limit: number | null;
  balance: number | null;
  unlimited: boolean;
}

/** What a provider answered when it was asked about an account. Only `refused` says anything against a credential. */
export type ProbeResult =
  | {
      kind: "honored";
      windows: readonly ProbedWindow[];
      plan: string | null;
      tier: string | null;
      credits?: ProbedCredits | null;
      /** A limit refuses calls until then, epoch ms; null if there is none, or the provider named no time. */
      limitedUntil?: number | null;
    }
  | { kind: "refused"; message: string }
  | { kind: "unreachable"; message: string };

/** Asks a provider about one account. Never rejects. */
export type AccountProbe = (credential: AccountCredential, signal: AbortSignal) => Promise<ProbeResult>;

export interface ProviderAnswer {
  status: number;
  headers: Headers;
  body: Json;
}

const maxBytes = 256 * 1024;

/** One request to a provider; null when there is no answer. A redirect is none: it would take the credential along. */
export async function askProvider(url: string, init: RequestInit): Promise<ProviderAnswer | null> {
  try {
    const response = await fetch(url, { ...init, redirect: "error" });
    return { status: response.status, headers: response.headers, body: await readJson(response) };
  } catch {
    return null;
  }
}

async function readJson(response: Response): Promise<Json> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return {};
    chunks.push(chunk);
  }
  try {
    return asObject(JSON.parse(Buffer.concat(chunks).toString("utf8")));
  } catch {
    return {};
  }
}

/** The message of an error in the format of every provider here. */
export function messageOf({ status, body }: ProviderAnswer): string {
  const message = asText(asObject(body["error"])["message"]) ?? asText(body["message"]);
  return message === null || message.trim() === "" ? `HTTP ${status}` : message;
}

const limits = ["requests", "tokens", "input-tokens", "output-tokens"];

/** When the limit ends that an answer tells of, epoch ms, by any header with a time; null if it names none. */
export function limitedUntil({ status, headers }: Pick<ProviderAnswer, "status" | "headers">): number | null {
  if (status !== 429) return null;
  const now = Date.now();
  const seconds = headerNumber(headers, "retry-after");
  if (seconds !== null) return now + Math.max(seconds, 0) * 1000;
  const unified = headerNumber(headers, "anthropic-ratelimit-unified-reset");
  if (unified !== null) return unified * 1000;
  const used = limits.filter((name) => headers.get(`anthropic-ratelimit-${name}-remaining`) === "0");
  const resets = (used.length === 0 ? limits : used).map((name) => `anthropic-ratelimit-${name}-reset`);
  const times = ["retry-after", ...resets]
    .map((name) => Date.parse(headers.get(name) ?? ""))
    .filter((time) => !Number.isNaN(time));
  return times.length === 0 ? null : Math.max(...times);
}

/** A number in a header; null if there is none. */
export function headerNumber(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  const value = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
