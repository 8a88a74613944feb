import type { JobQueue } from "../../jobs/queue.ts";
import { drainJob, turnJob } from "./queueing.ts";
import type { TurnService } from "./service.ts";
import { reclaimJob } from "./trash.ts";

export function defineTurnJobs(
  jobs: JobQueue,
  deps: {
    turns: TurnService;
    /** Null once the session is gone. */
    archivedAt(sessionId: number): number | null | undefined;
    removeFiles(session: { id: number; clonePath: string | null }): Promise<void>;
  },
): void {
  jobs.define(turnJob, {
    lane: "agents",
    maxAttempts: 1_000_000,
    run: (payload, { signal }) => deps.turns.execute(Number(payload["turnId"]), signal),
  });
  jobs.define(drainJob, {
    lane: "default",
    run: (payload) => deps.turns.drain(Number(payload["sessionId"])),
  });
  // A session that was restored or archived again since keeps its files: that archive has a job of its own.
  jobs.define(reclaimJob, {
    lane: "maintenance",
    async run(payload) {
      const id = Number(payload["sessionId"]);
      const now = deps.archivedAt(id);
      if (now !== undefined && now !== payload["archivedAt"]) return;
      const clonePath = payload["clonePath"];
      await deps.removeFiles({ id, clonePath: typeof clonePath === "string" ? clonePath : null });
    },
  });
}
