import type { Connector } from "../../../../server/domains/agents/mcp-connections/model.ts";
import { shortDateTime } from "../../../lib/time.ts";

export const stateWords: Readonly<Record<Connector["state"], { text: string; warns: boolean }>> = {
  never: { text: "Not signed in", warns: false },
  connected: { text: "Signed in", warns: false },
  reconnect: { text: "Sign in again", warns: true },
};

/** How long the sign-in holds; null where nothing is known of that, or where there is none. */
export function lastingWords(connector: Connector, now: Date): string | null {
  const { state, renews, expires_at } = connector;
  if (state !== "connected") return null;
  if (renews) return "Renews automatically";
  if (expires_at === null) return "Valid until the server ends it";
  const end = new Date(expires_at);
  return end > now ? `Runs out ${shortDateTime(end, now)}` : "Ran out";
}

/** The host of an issuer, as people know it. */
export const issuerWords = (issuer: string): string => URL.parse(issuer)?.host ?? issuer;

export const waitingWords = (count: number): string =>
  count === 1 ? "1 session is waiting for it:" : `${count} sessions are waiting for it:`;

/** Back to the session that led here, else to this page. */
export const returnPath = (session: unknown): string =>
  typeof session === "number" && Number.isSafeInteger(session)
    ? `/sessions/${session}`
    : "/settings/connectors";

/** Those that somebody waits for or that stopped working come first. */
export const inOrder = (connectors: readonly Connector[]): Connector[] => {
  const weight = ({ waiting_sessions, state }: Connector): number =>
    waiting_sessions.length > 0 ? 0 : state === "reconnect" ? 1 : 2;
  return connectors.toSorted(
    (one, other) => weight(one) - weight(other) || one.title.localeCompare(other.title),
  );
};
