import { readFile } from "node:fs/promises";

/** What the service puts into a session's home for our extensions; pi itself never reads it. */
export interface EquipmentFile {
  mcpServers: readonly ServerEntry[];
  hooks: readonly HookEntry[];
}

/** As in runtime.ts, which the extensions do not import: they run inside pi's process. */
export type ServerEntry = { name: string; startupTimeoutSec?: number } & (
  | {
      type: "stdio";
      command: string;
      args: readonly string[];
      env: Readonly<Record<string, string>>;
      toolTimeoutSec?: number;
    }
  | {
      type: "sse" | "streamable-http";
      url: string;
      headers: Readonly<Record<string, string>>;
      tools?: readonly ListedTool[];
    }
);

export interface ListedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: object;
}

export interface HookEntry {
  id: string;
  event: string;
  /** An absolute path, or a command for the shell. */
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
  matcher: string;
}

/** The status key under which an MCP server that did not start is reported to the service, as JSON. */
export const serverFailedKey = "signalbox:mcp_server_failed";

/** Whatever the variable names; nothing when it is unset, as in a pi a person started in the same home. */
export async function readEquipment(path: string | undefined): Promise<EquipmentFile> {
  if (!path) return { mcpServers: [], hooks: [] };
  return JSON.parse(await readFile(path, "utf8")) as EquipmentFile;
}
