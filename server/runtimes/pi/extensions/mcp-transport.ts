import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { ServerEntry } from "./equipment.ts";

/** Not yet started. A stdio server inherits pi's environment, and with it the mark by which the service finds it. */
export function openTransport(server: ServerEntry, cwd: string): Transport {
  switch (server.type) {
    case "stdio":
      return new StdioClientTransport({
        command: server.command,
        args: [...server.args],
        env: { ...inherited(), ...server.env },
        cwd,
        stderr: "ignore",
      });
    case "streamable-http":
      return new StreamableHTTPClientTransport(new URL(server.url), {
        requestInit: { headers: { ...server.headers } },
      });
    case "sse":
      return new SSEClientTransport(new URL(server.url), { requestInit: { headers: { ...server.headers } } });
  }
}

function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries) as Record<string, string>;
}
