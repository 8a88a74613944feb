import type { Connector } from "../../../../server/domains/agents/mcp-connections/model.ts";
import { shortDateTime } from "../../../lib/time.ts";
import { text } from "./text.ts";

export const stateLabels: Readonly<Record<Connector["state"], { text: string; warns: boolean }>> = {
  never: { text: text.state.never, warns: false },
  connected: { text: text.state.connected, warns: false },
  reconnect: { text: text.state.reconnect, warns: true },
};

/** When the sign-in expires; null if that is unknown or there is none. */
export function expiryText(connector: Connector, now: Date): string | null {
  const { state, renews, expires_at } = connector;
  if (state !== "connected") return null;
  if (renews) return text.expiry.renews;
  if (expires_at === null) return text.expiry.openEnded;
  const end = new Date(expires_at);
  return end > now ? text.expiry.ends(shortDateTime(end, now)) : text.expiry.ended;
}

export const issuerHost = (issuer: string): string => URL.parse(issuer)?.host ?? issuer;

/** The page to return to: the session that linked here, or else this one. */
export const returnPath = (session: unknown): string =>
  typeof session === "number" && Number.isSafeInteger(session)
    ? `/sessions/${session}`
    : "/settings/connectors";

/** Connectors that sessions wait for come first, then those that stopped working. */
export const byUrgency = (connectors: readonly Connector[]): Connector[] => {
  const weight = ({ waiting_sessions, state }: Connector): number =>
    waiting_sessions.length > 0 ? 0 : state === "reconnect" ? 1 : 2;
  return connectors.toSorted(
    (one, other) => weight(one) - weight(other) || one.title.localeCompare(other.title),
  );
};
