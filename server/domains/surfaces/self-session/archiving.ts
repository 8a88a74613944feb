import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { SessionLogPort, SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import type { TurnService } from "../../turns/turns/index.ts";
import { selfRefusal } from "./errors.ts";
import { archiveSelfJob } from "./jobs.ts";
import { decideOwnArchive } from "./rules.ts";

/** How often to check whether the turn has ended, and when to stop it. */
const checkMs = 1_000;
const turnEndMs = 60_000;

export type OwnSessionArchiving = ReturnType<typeof ownSessionArchiving>;

/** Archives a session for its own agent, which gets its answer and can end its turn before it is stopped. */
export function ownSessionArchiving(deps: {
  jobs: Pick<JobQueue, "add">;
  clock: Clock;
  sessions: Pick<SessionService, "find" | "byId">;
  turns: Pick<TurnService, "archive">;
  sessionLog: SessionLogPort;
  pendingMessages(sessionId: number): number;
}) {
  const { jobs, clock, sessions, turns, sessionLog } = deps;

  async function archive(row: SessionRow, options: { force: boolean; endTurn: boolean }): Promise<void> {
    const { force, endTurn } = options;
    await turns.archive(String(row.id), { force, end_turn: endTurn }, { kind: "session", id: row.id });
  }

  /** A message that arrived since the request keeps the session; the session log says so. */
  async function archiveOrNote(row: SessionRow, force: boolean): Promise<void> {
    // An idle session may have started a turn since.
    const endTurn = (row.runningJobId ?? row.jobId) !== null;
    try {
      await archive(row, { force, endTurn });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sessionLog.note(row.id, "warning", `The session did not archive itself: ${error.message}`);
    }
  }

  return {
    /** Returns the sentence to answer with. Throws if the archive would be refused. */
    async request(sessionId: number, options: { force: boolean; endTurn: boolean }): Promise<string> {
      const row = sessions.find(String(sessionId));
      if (!options.endTurn) {
        await archive(row, options);
        return "The session is in the trash";
      }
      const count = deps.pendingMessages(sessionId);
      if (count > 0 && !options.force) throw selfRefusal("messages_wait", { count });
      const now = clock.now();
      const payload = {
        sessionId,
        force: options.force,
        job: row.runningJobId ?? row.jobId,
        endTurnAt: now + turnEndMs,
      };
      jobs.add(archiveSelfJob, payload, { runAt: now + checkMs });
      return "The session goes to the trash as soon as this turn ends; end it now";
    },

    /** Checks a session that is to be archived. */
    async check(
      sessionId: number,
      asked: { force: boolean; job: number | null; endTurnAt: number },
    ): Promise<JobResult> {
      const row = sessions.byId(sessionId);
      const now = clock.now();
      const step = row === undefined ? "drop" : decideOwnArchive(row, { ...asked, now });
      if (step === "wait") return { againAt: now + checkMs };
      if (row !== undefined && step === "archive") await archiveOrNote(row, asked.force);
      return undefined;
    },
  };
}
