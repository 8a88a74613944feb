import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { selfTokens } from "../../server/domains/surfaces/self-session/index.ts";
import type { TestService } from "./service.ts";

/** The credential with which the agent of a session reaches it, as if one ran if none does. */
export function selfToken({ passes }: Pick<TestService, "passes">, sessionId: number): string {
  if (passes.of(sessionId).length === 0) passes.open({ sessionId, turnId: null });
  return selfTokens(passes).of(sessionId);
}

export interface SelfClient extends AsyncDisposable {
  client: Client;
  /** The text of a tool's answer, and whether it is an error. */
  call(
    name: string,
    input?: Record<string, unknown>,
  ): Promise<{ text: string; isError: boolean; facts: unknown }>;
}

/** The official client, configured like that of a session's agent; `legacy` starts with `initialize`. */
export async function openSelfClient(
  service: TestService,
  sessionId: number,
  mode: "legacy" | { pin: string } = "legacy",
): Promise<SelfClient> {
  const client = new Client({ name: "test-agent", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp/self", service.url), {
    requestInit: { headers: { Authorization: `Bearer ${selfToken(service, sessionId)}` } },
  });
  await client.connect(transport);
  return {
    client,
    async call(name, input = {}) {
      const answer: CallToolResult = await client.callTool({ name, arguments: input });
      const text = answer.content.map((block) => (block.type === "text" ? block.text : "")).join("");
      return { text, isError: answer.isError === true, facts: answer.structuredContent };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
