import { defineRefusals } from "../../../lib/errors.ts";

export const subagentRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Subagent transcript not found" },
  agent_taken: {
    status: 422,
    label: "Duplicate agent",
    message: ({ agentId = "" }) => `The session already has a record of agent "${agentId}"`,
  },
});
