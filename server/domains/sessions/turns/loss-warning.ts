import type { SessionLogPort } from "../sessions/index.ts";

/** Tells a session's timeline that work put away with its old clone does not fit the new one. */
export const lossNote =
  ({ note }: Pick<SessionLogPort, "note">, sessionId: number) =>
  (reason: string): void =>
    note(sessionId, "warning", `The work of before could not be brought into the new clone: ${reason}`);
