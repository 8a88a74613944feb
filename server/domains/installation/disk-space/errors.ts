import { defineRefusals } from "../../../lib/errors.ts";

export const diskSpaceRefusal = defineRefusals({
  too_little: {
    status: 507,
    label: "Insufficient Storage",
    message: ({ missing = "", free = "" }) =>
      `There is too little disk space for new work: ${missing} more must be free on the disk that holds the data folder (${free} are free). Delete backups or archived sessions, or free space elsewhere on that disk; then send this again.`,
  },
});
