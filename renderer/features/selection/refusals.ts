import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { ArchiveOptions } from "./api.ts";
import { text } from "./text.ts";

/** Why an action was refused for a session. */
export interface Refusal {
  session: Session;
  /** The service's error label. */
  reason: string;
  message: string;
}

export type LossKind = "queue" | "turn";

/** What archiving would lose; null if the refusal has another reason. */
export function lossOf({ reason }: Pick<Refusal, "reason">): LossKind | null {
  if (/queued/i.test(reason)) return "queue";
  return /turn/i.test(reason) ? "turn" : null;
}

/** The options that make the service accept the loss. */
export const acceptLoss: Record<LossKind, ArchiveOptions> = {
  queue: { force: true },
  turn: { end_turn: true },
};

/** The message without the advice for API callers. */
export const plainMessage = ({ message, reason }: Refusal): string => {
  if (lossOf({ reason }) === "turn") return text.archiveRefusals.inTurn;
  return message.replace(/ (?:End the turn|Let them be delivered,?) or send force.*$/, "");
};
