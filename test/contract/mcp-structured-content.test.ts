import { afterAll, beforeAll, expect, test } from "vitest";
import { settledCliStatus } from "../support/cli-status.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { type McpClient, openMcpClient } from "../support/mcp-client.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession, restedSession } from "../support/sessions.ts";

let service: TestService;
let mcp: McpClient;
let session: Session;

beforeAll(async () => {
  service = await startTestService();
  mcp = await openMcpClient(service);
  session = await restedSession(service, "#script say A newt.", { title: "Newts" });
  await createSession(service, { title: "Toads" });
  await mcp.says("send_push_notification", { session_id: session.id, message: "Look here" });
  // Nothing may change between the tool's answer and that of REST.
  using data = openServiceDatabase(service);
  data.silenceFinishedNotices();
  await settledCliStatus(service);
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Of each tool that reads: what it is asked, and where REST answers the same. */
const reading: [tool: string, input: () => Record<string, unknown>, path: () => string][] = [
  ["quick_search_sessions", () => ({}), () => "/sessions"],
  [
    "quick_search_sessions",
    () => ({ query: "newt", per_page: 5 }),
    () => "/sessions/search?query=newt&per_page=5",
  ],
  ["quick_search_sessions", () => ({ id: session.id }), () => `/sessions/${session.id}`],
  ["get_session", () => ({ id: session.slug }), () => `/sessions/${session.id}`],
  ["get_session_provenance", () => ({ session_id: session.id }), () => `/sessions/${session.id}`],
  ["get_user_view", () => ({ per_page: 1 }), () => "/sessions?view=user&include=board_row&per_page=1"],
  ["get_configs", () => ({}), () => "/configs"],
  // None is built yet: a refusal is REST's too.
  ["get_transcript_archive", () => ({}), () => "/transcript_archive/status"],
  ["get_notifications", () => ({ status: "unread" }), () => "/notifications?status=unread"],
  ["get_notifications", () => ({ badge_only: true }), () => "/notifications/badge"],
  ["search_triggers", () => ({}), () => "/triggers"],
  [
    "get_costs",
    () => ({ from: "2026-01-01", to: "2026-01-02" }),
    () => "/costs?from=2026-01-01&to=2026-01-02",
  ],
  ["get_system_health", () => ({ include_cli_status: true }), () => "/clis/status"],
  ["get_inference", () => ({}), () => "/inference"],
];

test.each(reading)("%s contains the complete JSON of the REST response", async (tool, input, path) => {
  const { structuredContent } = await mcp.client.callTool({ name: tool, arguments: input() });
  const { body } = await service.call("GET", path());
  expect(structuredContent).toEqual(expect.objectContaining(body));
});

test("get_spot_policy contains its part of what REST answers", async () => {
  const { structuredContent } = await mcp.client.callTool({ name: "get_spot_policy", arguments: {} });
  const { spot_policy, fleet_top_up, genesis_classes } = (await service.call("GET", "/inference")).body;
  expect(structuredContent).toEqual(expect.objectContaining({ spot_policy, fleet_top_up, genesis_classes }));
});

test("what else a look at a session reads is as REST answers it too", async () => {
  const wanted = { include_logs: true, logs_per_page: 2, include_subagent_transcripts: true };
  const { facts } = await mcp.says("get_session", { id: session.id, ...wanted });
  const at = async (path: string) => (await service.call("GET", `/sessions/${session.id}/${path}`)).body;
  expect(facts).toMatchObject({
    queue: await at("enqueued_messages?status=pending&per_page=100"),
    logs: await at("logs?per_page=2"),
    subagents: await at("subagent_transcripts"),
  });
});

test("no tool that reads is left out", async () => {
  const { tools } = await mcp.client.listTools();
  const names = tools.flatMap(({ name, annotations }) => (annotations?.readOnlyHint === true ? [name] : []));
  expect(new Set([...reading.map(([name]) => name), "get_spot_policy"])).toEqual(new Set(names));
});
