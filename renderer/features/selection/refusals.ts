import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { ArchiveOptions } from "./api.ts";

/** Why one session of many was left as it is. */
export interface Refusal {
  session: Session;
  /** The service's short name for the reason. */
  reason: string;
  message: string;
}

export type LossKind = "queue" | "turn";

/** What would be lost by archiving; null where the refusal is about something else. */
export function lossOf({ reason }: Pick<Refusal, "reason">): LossKind | null {
  if (/queued/i.test(reason)) return "queue";
  return /turn/i.test(reason) ? "turn" : null;
}

/** What the service is told so that it accepts the loss. */
export const acceptLoss: Record<LossKind, ArchiveOptions> = {
  queue: { force: true },
  turn: { end_turn: true },
};

/** The message without the part that speaks to callers of the API. */
export const plainMessage = ({ message, reason }: Refusal): string => {
  if (lossOf({ reason }) === "turn") return "The agent is in the middle of a turn.";
  return message.replace(/ (?:End the turn|Let them be delivered,?) or send force.*$/, "");
};
