import type { JobQueue } from "../../../jobs/queue.ts";
import { type CapacityLearningDeps, learnCapacities } from "./capacity-learning.ts";
import { capacitiesJob } from "./jobs.ts";

export const registerPacingJobs = (jobs: Pick<JobQueue, "handle">, deps: CapacityLearningDeps): void =>
  jobs.handle(capacitiesJob, () => learnCapacities(deps));
