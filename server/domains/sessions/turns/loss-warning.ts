import type { SessionLogPort } from "../sessions/index.ts";

/** Notes in the session log that work archived with the old clone does not fit the new one. */
export const lossWarning =
  ({ note }: Pick<SessionLogPort, "note">, sessionId: number) =>
  (reason: string): void =>
    note(sessionId, "warning", `The archived work could not be restored into the new clone: ${reason}`);
