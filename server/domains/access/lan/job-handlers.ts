import type { JobQueue } from "../../../jobs/queue.ts";
import type { LanService } from "./service.ts";

/** A machine changes its network and its addresses, and certificates run out. */
export function registerLanJobs(jobs: Pick<JobQueue, "define">, lan: Pick<LanService, "refresh">): void {
  jobs.define("lan.refresh", { lane: "maintenance", everyMs: 600_000, run: () => lan.refresh() });
}
