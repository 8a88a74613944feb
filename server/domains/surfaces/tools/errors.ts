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
    message: ({ roots = "" }) => `Specify agent_root; this connection is limited to: ${roots}`,
  },
  root_defaults_only: {
    status: 422,
    label: "Not allowed here",
    message: ({ root = "", names = "none" }) =>
      `This connection must start ${root} with its own repository, plugins and hooks, and exactly these mcp_servers: ${names || "none"}`,
  },
  other_root: {
    status: 422,
    label: "Not allowed here",
    message: ({ id = "" }) =>
      `This connection cannot fork session ${id}, because it is limited to other agent roots`,
  },
  limited_to_roots: {
    status: 422,
    label: "Not allowed here",
    message: ({ action = "" }) => `This connection is limited to some agent roots and cannot ${action}`,
  },
});
