import { defineRefusals } from "../../../lib/errors.ts";

export const databaseTaskRefusal = defineRefusals({
  under_way: { status: 409, label: "Already running", message: "This task is already queued or running" },
  impossible: { status: 409, label: "Cannot start", message: ({ obstacle }) => String(obstacle) },
});
