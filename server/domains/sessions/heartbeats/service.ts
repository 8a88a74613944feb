import type { Database } from "../../../db/open.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SessionLogPort, SessionRow, SessionService } from "../sessions/index.ts";
import { decideHeartbeat } from "./rules.ts";

export type HeartbeatService = ReturnType<typeof heartbeatService>;

export function heartbeatService(deps: {
  database: Database;
  log: Logger;
  sessionLog: SessionLogPort;
  sessions: Pick<SessionService, "heartbeatsDue" | "stampHeartbeat" | "write">;
  /** A message is pending, a turn is queued or active, or a question is open. */
  hasWork(row: SessionRow): boolean;
  /** Queues the turn of a heartbeat, inside the transaction. */
  nudge(row: SessionRow): SessionRow;
}) {
  const { database, sessions, sessionLog } = deps;

  /** Records a heartbeat in the transaction that acts on it, so that a crash neither loses nor repeats it. */
  function handleDue(row: SessionRow): void {
    sessions.stampHeartbeat(row.id);
    switch (decideHeartbeat({ ...row, hasWork: deps.hasWork(row) })) {
      case "nudge":
        sessionLog.note(row.id, "info", "The heartbeat gave the session a turn");
        deps.nudge(row);
        return;
      case "disable":
        sessions.write(row, { heartbeatEnabled: false });
        return;
      case "stamp":
        return;
    }
  }

  return {
    /** Handles every due heartbeat; an error in one does not affect the others. */
    sweep(): void {
      for (const row of sessions.heartbeatsDue()) {
        try {
          database.transaction(() => handleDue(row));
        } catch (error) {
          deps.log.error({ err: error, session: row.id }, "heartbeat failed");
        }
      }
    },
  };
}
