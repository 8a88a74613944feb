import { defineRefusals } from "../../../lib/errors.ts";

export const backupRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Backup not found" },
  under_way: { status: 409, label: "Conflict", message: "A backup is already being made" },
  staged: {
    status: 409,
    label: "Conflict",
    message: "This backup will be restored at the next start. Cancel the restore first",
  },
  not_confirmed: {
    status: 422,
    label: "Not confirmed",
    message: ({ name = "" }) => `To restore this backup, send its name as confirm: ${name}`,
  },
  not_restorable: { status: 422, label: "Not restorable", message: ({ problem = "" }) => `${problem}` },
});
