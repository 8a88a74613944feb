import { defineRefusals } from "../../../lib/errors.ts";
import { mostJobsPerCall } from "./model.ts";

const refused = { status: 422, label: "Refused" } as const;

export const maintenanceRefusal = defineRefusals({
  cooling_down: {
    status: 429,
    label: "Rate limited",
    message: ({ seconds = 0 }) => `This was used a moment ago; it can be used again in ${seconds} seconds`,
  },
  cooldown_unavailable: {
    status: 503,
    label: "Rate limiting unavailable",
    message:
      "The service cannot store when this was last used, so it does nothing; check the disk and the database",
  },
  recovery_unavailable: {
    status: 503,
    label: "Queue recovery mode unavailable",
    message: "The service cannot store the queue recovery mode; check the disk and the database",
  },
  unscoped: { ...refused, message: "Name a job_class, a queue_name or both" },
  protected: {
    ...refused,
    message: "The agents queue is protected: pause, archive or restart its sessions instead",
  },
  over_cap: {
    ...refused,
    message: ({ matched = 0 }) =>
      `${matched} jobs match, and one call changes at most ${mostJobsPerCall}; name a narrower scope`,
  },
  no_count: {
    ...refused,
    message: ({ matched = 0 }) => `Send expected_count; ${matched} jobs match now`,
  },
  mismatch: {
    ...refused,
    message: ({ matched = 0, expected = 0 }) =>
      `${matched} jobs match now, not ${expected}; nothing was changed`,
  },
});
