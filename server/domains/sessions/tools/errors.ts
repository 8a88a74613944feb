import { defineRefusals } from "../../../lib/errors.ts";

export const toolRefusal = defineRefusals({
  missing: {
    status: 422,
    label: "Missing parameter",
    message: ({ name = "", action = "" }) => `${action} needs ${name}`,
  },
  root_needed: {
    status: 422,
    label: "Not allowed here",
    message: ({ roots = "" }) => `Name the agent_root to start; this connection is held to: ${roots}`,
  },
  own_equipment: {
    status: 422,
    label: "Not allowed here",
    message: ({ root = "", names = "none" }) =>
      `This connection starts ${root} as it stands: its repository, plugins and hooks, and exactly these mcp_servers: ${names || "none"}`,
  },
  other_root: {
    status: 422,
    label: "Not allowed here",
    message: ({ id = "" }) =>
      `Session ${id} is of another agent root than this connection is held to, so it cannot be forked here`,
  },
  held_to_roots: {
    status: 422,
    label: "Not allowed here",
    message: ({ action = "" }) => `This connection is held to some agent roots and may not ${action}`,
  },
});
