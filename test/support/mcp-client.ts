import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import type { TestService } from "./service.ts";

export interface McpClient extends AsyncDisposable {
  client: Client;
  /** The answer of a tool; fails if it is an error. */
  says<Facts = Record<string, unknown>>(
    name: string,
    input?: Record<string, unknown>,
  ): Promise<{ text: string; facts: Facts }>;
  /** The text of a tool's error; fails if there is none. */
  refuses(name: string, input?: Record<string, unknown>): Promise<string>;
}

/** The official client at POST /mcp; `legacy` starts with `initialize`. */
export async function openMcpClient(
  { url, key }: Pick<TestService, "url" | "key">,
  options: { query?: string; mode?: "legacy" | { pin: string } } = {},
): Promise<McpClient> {
  const { query = "", mode = { pin: "2026-07-28" } } = options;
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`/mcp${query}`, url), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  );
  async function call(name: string, input: Record<string, unknown>, isError: boolean) {
    const answer: CallToolResult = await client.callTool({ name, arguments: input });
    const text = answer.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    expect(answer.isError === true, `${name} ${JSON.stringify(input)}: ${text}`).toBe(isError);
    return { text, facts: answer.structuredContent };
  }
  return {
    client,
    says: async <Facts>(name: string, input = {}) => {
      const { text, facts } = await call(name, input, false);
      return { text, facts: facts as Facts };
    },
    refuses: async (name, input = {}) => (await call(name, input, true)).text,
    [Symbol.asyncDispose]: () => client.close(),
  };
}
