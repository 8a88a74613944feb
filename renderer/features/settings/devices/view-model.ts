import type { LanState } from "../../../../server/domains/access/lan/model.ts";
import { text } from "./text.ts";

/** The state of the network in a title and a sentence. */
export function networkStatus({ open, listening, problem }: LanState): {
  title: string;
  description: string;
} {
  if (!open) return { title: text.network.closed, description: text.network.closedHint };
  if (listening)
    return {
      title: text.network.isOpen,
      description: text.network.openHint,
    };
  return { title: text.network.openUnreachable, description: problem ?? text.network.opening };
}

/** The host and port of an origin, for a person to compare or type. */
export const addressOf = (origin: string): string => URL.parse(origin)?.host ?? origin;
