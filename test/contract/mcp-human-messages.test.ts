import { afterAll, beforeAll, describe, expect } from "vitest";
import type { HumanMessage } from "../../server/domains/sessions/human-messages/model.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { connectClient } from "../support/oauth.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    environment: { SERVICE_OWNER_NAME: "Ada", SERVICE_OWNER_EMAIL: "ada@example.com" },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The human messages that are recorded after this credential sent a follow-up and started a session. */
async function messagesFrom(key: string): Promise<HumanMessage[]> {
  await using mcp = await openMcpClient({ url: service.url, key });
  const { id } = await restedSession(service);
  await mcp.says("action_session", { session_id: id, action: "follow_up", prompt: "#script say Heard." });
  const git_root = await service.repository();
  const child = await mcp.says<{ session: Session }>("start_session", {
    git_root,
    parent_session_id: id,
    prompt: "#script say Hi.",
  });
  const { facts } = await mcp.says<{ human_messages: HumanMessage[] }>("get_session_provenance", {
    session_id: child.facts.session.id,
  });
  return facts.human_messages;
}

describe("messages sent through a tool", () => {
  proves("R223")("are human messages if the connection acts as the person", async () => {
    const { tokens } = await connectClient(service, { privilege: "act_as_human" });
    const said = await messagesFrom(tokens.access_token);
    expect(said.map(({ author_display_name, content }) => [author_display_name, content])).toEqual([
      ["Ada", "#script say Heard."],
      ["Ada", "#script say Hi."],
    ]);
  });

  proves("R223")("are not human messages when it only relays, or when an API key sends them", async () => {
    const { tokens } = await connectClient(service, { privilege: "relay_only" });
    expect(await messagesFrom(tokens.access_token)).toEqual([]);
    expect(await messagesFrom(service.key)).toEqual([]);
  });

  proves("R126", "E69")("are refused with the first request after a revocation", async () => {
    const { tokens } = await connectClient(service);
    await using mcp = await openMcpClient({ url: service.url, key: tokens.access_token });
    const { id } = await createSession(service);
    await mcp.says("get_session", { id });
    await fetch(`${service.url}/oauth/revoke`, {
      method: "POST",
      body: new URLSearchParams({ token: tokens.access_token }),
    });
    await expect(mcp.says("get_session", { id })).rejects.toThrow();
  });
});
