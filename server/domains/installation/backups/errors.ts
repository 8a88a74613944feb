import { defineRefusals } from "../../../lib/errors.ts";

export const backupRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Backup not found" },
  under_way: { status: 409, label: "Conflict", message: "A backup is being made already" },
  staged: {
    status: 409,
    label: "Conflict",
    message: "This backup is restored at the next start; keep the present data first",
  },
  not_confirmed: {
    status: 422,
    label: "Not confirmed",
    message: ({ name = "" }) => `To restore it, send its name as confirm: ${name}`,
  },
  not_restorable: { status: 422, label: "Not restorable", message: ({ problem = "" }) => `${problem}` },
});
