import { defineRefusals } from "../../../lib/errors.ts";

export const budgetRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Budget not found" },
  root_missing: {
    status: 422,
    label: "Missing parameter",
    message: "A budget of the scope agent_root needs an agent_root",
  },
  session_missing: {
    status: 422,
    label: "Missing parameter",
    message: "A budget of the scope session needs a session_id",
  },
});
