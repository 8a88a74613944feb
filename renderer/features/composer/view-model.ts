import { promptLimit, type Session } from "../../../server/domains/sessions/sessions/model.ts";

export type Delivery =
  | { kind: "now"; sentence: string }
  /** Waits for the turn under way, unless that is interrupted. */
  | { kind: "queue"; sentence: string }
  | { kind: "blocked"; sentence: string };

/** What becomes of a message that is sent now. */
export function decideDelivery(
  session: Pick<Session, "status" | "job_id" | "deliberate_sleep_at" | "prompt">,
): Delivery {
  switch (session.status) {
    case "running":
      return { kind: "queue", sentence: "Queued until this turn ends." };
    case "needs_input":
      return { kind: "now", sentence: "Starts the next turn now." };
    case "waiting":
      return whileWaiting(session);
    case "failed":
      return { kind: "blocked", sentence: "The session failed. Restart it to continue." };
    case "archived":
      return { kind: "blocked", sentence: "The session is archived. Unarchive it to continue." };
  }
}

function whileWaiting(session: Pick<Session, "job_id" | "deliberate_sleep_at" | "prompt">): Delivery {
  if (session.deliberate_sleep_at !== null) return { kind: "now", sentence: "Wakes the session now." };
  if (session.job_id !== null) {
    return { kind: "queue", sentence: "Queued behind the waiting turn." };
  }
  return { kind: "now", sentence: "Starts the first turn now." };
}

/** The counter is in the way until the limit comes near. */
export function lengthText(length: number): string | null {
  const [now, most] = [length.toLocaleString(), promptLimit.toLocaleString()];
  if (length > promptLimit) return `${now} characters: ${most} is the most.`;
  return length < promptLimit * 0.8 ? null : `${now} of ${most} characters.`;
}
