/** The words of the settings tools. */
export const text = {
  title: "App Settings",
  changed: "App Settings Changed",
  builtIn: "the service's own",
  leftToCli: "the CLI's own",
  experimental: "Experimental Settings",
  touches: (sessions: number): string =>
    `${sessions} open ${sessions === 1 ? "session gets" : "sessions get"} a change with the next turn`,
  apps: "MCP Apps",
  shown: (servers: readonly string[]): string => `on, for ${servers.join(", ") || "no server yet"}`,
  off: "off",
  signed: "Signed commits, where the person's git signs",
  submodules: "Submodules",
  required: "required",
  optional: "not required",
  givenTwice: (what: string): string => `${what} is given twice, with different values`,
  effectiveRuntime: "effective_runtime follows from default_runtime; change that one",
  missing: (what: string): string => `${what} is required for this action`,
};
