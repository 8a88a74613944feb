import type { Equipment } from "./runtime.ts";

/** The absolute paths that the catalog names for programs it lets an agent start. */
export function programsOf({ mcpServers, hooks }: Equipment): string[] {
  const local = mcpServers.filter((server) => server.type === "stdio");
  return [...local, ...hooks].flatMap(({ command, args }) =>
    [command, ...args].filter((word) => word.startsWith("/")),
  );
}
