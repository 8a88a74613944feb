import type { Database } from "../../../db/open.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SessionLogPort, SessionRow, SessionService } from "../sessions/index.ts";
import { decideBeat } from "./rules.ts";

export type HeartbeatService = ReturnType<typeof heartbeatService>;

export function heartbeatService(deps: {
  database: Database;
  log: Logger;
  sessionLog: SessionLogPort;
  sessions: Pick<SessionService, "heartbeatsDue" | "stampHeartbeat" | "write">;
  /** A message waits for it, a turn is queued or under way, or a question of it is open. */
  hasWork(row: SessionRow): boolean;
  /** Queues the turn of a beat, inside the transaction. */
  nudge(row: SessionRow): SessionRow;
}) {
  const { database, sessions, sessionLog } = deps;

  /** The beat is stamped in the transaction that acts on it, so that a crash neither loses nor repeats one. */
  function beat(row: SessionRow): void {
    sessions.stampHeartbeat(row.id);
    switch (decideBeat({ ...row, hasWork: deps.hasWork(row) })) {
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
    /** One look at every heartbeat that is due; what goes wrong with one leaves the others theirs. */
    sweep(): void {
      for (const row of sessions.heartbeatsDue()) {
        try {
          database.transaction(() => beat(row));
        } catch (error) {
          deps.log.error({ err: error, session: row.id }, "heartbeat missed");
        }
      }
    },
  };
}
