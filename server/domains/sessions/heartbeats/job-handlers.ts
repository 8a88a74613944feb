import type { JobQueue } from "../../../jobs/queue.ts";
import type { HeartbeatService } from "./service.ts";

const sweepEveryMs = 30_000;

export function registerHeartbeatJobs(jobs: JobQueue, heartbeats: HeartbeatService): void {
  jobs.define("heartbeat.sweep", { lane: "default", everyMs: sweepEveryMs, run: () => heartbeats.sweep() });
}
