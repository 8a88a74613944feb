import { defineJob, noPayload } from "../../../jobs/definition.ts";
import type { DatabaseTaskKind } from "./model.ts";

const task = (kind: DatabaseTaskKind) =>
  defineJob(`database.run_${kind}`, noPayload, { lane: "maintenance", maxAttempts: 1, key: () => kind });

/** What a person starts on the page; the service itself checks the database weekly. */
export const databaseTaskJobs = {
  check: task("check"),
  checkpoint: task("checkpoint"),
  vacuum: task("vacuum"),
} as const;
