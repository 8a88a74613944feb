import { promptLimit, type Session } from "../../../server/domains/sessions/sessions/model.ts";
import { text } from "./text.ts";

export type Delivery =
  | { kind: "now"; sentence: string }
  /** Waits for the current turn, which can be interrupted once its agent has begun. */
  | { kind: "queue"; sentence: string; interruptible: boolean }
  /** Kept in the queue of a failed session until it is restarted. */
  | { kind: "keep"; sentence: string }
  | { kind: "blocked"; sentence: string };

/** What happens to a message that is sent now. */
export function decideDelivery(
  session: Pick<
    Session,
    "status" | "job_id" | "running_job_id" | "deliberate_sleep_at" | "prompt" | "cloning"
  >,
): Delivery {
  switch (session.status) {
    case "running":
      return { kind: "queue", sentence: text.delivery.afterTurn, interruptible: session.cloning === null };
    case "needs_input":
      // Its agent waits for an answer in the middle of a turn.
      return session.running_job_id === null
        ? { kind: "now", sentence: text.delivery.nextTurn }
        : { kind: "queue", sentence: text.delivery.afterTurn, interruptible: true };
    case "waiting":
      return whileWaiting(session);
    case "failed":
      return { kind: "keep", sentence: text.delivery.failed };
    case "archived":
      return { kind: "blocked", sentence: text.delivery.archived };
  }
}

function whileWaiting(session: Pick<Session, "job_id" | "deliberate_sleep_at" | "prompt">): Delivery {
  if (session.deliberate_sleep_at !== null) return { kind: "now", sentence: text.delivery.wakes };
  if (session.job_id !== null) {
    return { kind: "queue", sentence: text.delivery.behindTurn, interruptible: false };
  }
  return { kind: "now", sentence: text.delivery.firstTurn };
}

/** The number of characters; null until the limit is near. */
export function lengthText(length: number): string | null {
  const [count, limit] = [length.toLocaleString(), promptLimit.toLocaleString()];
  if (length > promptLimit) return text.message.tooLong(count, limit);
  return length < promptLimit * 0.8 ? null : text.message.length(count, limit);
}
