import type { TimelinePort } from "../sessions/index.ts";

/** Tells a session's timeline that work put away with its old clone does not fit the new one. */
export const lossNote =
  ({ note }: Pick<TimelinePort, "note">, sessionId: number) =>
  (reason: string): void =>
    note(sessionId, "warning", `The work of before could not be brought into the new clone: ${reason}`);
