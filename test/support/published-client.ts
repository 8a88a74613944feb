import { join } from "node:path";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "vitest";
import type { TestService } from "./service.ts";

const program = join(import.meta.dirname, "../../node_modules/agent-orchestrator-mcp-server/build/index.js");

type Input = Record<string, unknown>;

export interface PublishedClient extends AsyncDisposable {
  client: Client;
  /** The answer of a tool; fails if it is an error. */
  says(name: string, input?: Input): Promise<string>;
  /** The error of a tool; fails if there is none. */
  refuses(name: string, input?: Input): Promise<string>;
}

/**
 * The unchanged npm package `agent-orchestrator-mcp-server` as a client of the service, in its own process and configured
 * only by its environment. Fails with the package's output if it does not start.
 */
export async function openPublishedClient(
  { url, key }: Pick<TestService, "url" | "key">,
  environment: Record<string, string> = {},
): Promise<PublishedClient> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program],
    env: { AGENT_ORCHESTRATOR_BASE_URL: url, AGENT_ORCHESTRATOR_API_KEY: key, ...environment },
    stderr: "pipe",
  });
  let written = "";
  transport.stderr?.on("data", (chunk) => {
    written += String(chunk);
  });
  await client.connect(transport).catch((error: unknown) => {
    throw new Error(written, { cause: error });
  });
  const caller =
    (isError: boolean) =>
    async (name: string, input: Input = {}) => {
      const answer: CallToolResult = await client.callTool({ name, arguments: input });
      const text = answer.content.map((block) => (block.type === "text" ? block.text : "")).join("");
      expect(answer.isError === true, `${name} ${JSON.stringify(input).slice(0, 200)}: ${text}`).toBe(
        isError,
      );
      return text;
    };
  return {
    client,
    says: caller(false),
    refuses: caller(true),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
