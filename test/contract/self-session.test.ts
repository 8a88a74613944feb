/** @module-tag real-cli */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { openSelfClient, type SelfClient, selfToken } from "../support/self-client.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession, heldSession, restedSession, sessionOf, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

const tools = [
  "action_session",
  "get_configs",
  "get_costs",
  "get_session",
  "get_session_provenance",
  "quick_search_sessions",
  "send_push_notification",
  "wake_me_up_later",
  "wake_me_up_when_session_changes_state",
];

let service: TestService;
let session: Session;
let agent: SelfClient;

beforeAll(async () => {
  service = await startTestService();
  session = await createSession(service, { title: "Own" });
  agent = await openSelfClient(service, session.id);
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const post = (headers: Record<string, string>, message: unknown) =>
  fetch(`${service.url}/mcp/self`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
const bearer = (id: number) => ({ authorization: `Bearer ${selfToken(service, id)}` });
const tokenShape = /sbx_self_\d+_[\w-]{43}/;
const listing = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("the two transports of the protocol", () => {
  test.each([
    ["opens with initialize", "legacy"],
    ["is of the current revision", { pin: "2026-07-28" }],
  ] as const)("a client that %s finds the tools and calls one", async (_title, mode) => {
    await using client = await openSelfClient(service, session.id, mode);
    const found = await client.client.listTools();
    expect(found.tools.map(({ name }) => name).sort()).toEqual(tools);
    const answer = await client.call("action_session", {
      action: "update_notes",
      session_notes: "Written by its agent",
    });
    expect(answer).toMatchObject({ isError: false, facts: { session: { id: session.id } } });
    expect(answer.text).toMatch(/^## Notes Updated\n\n- \*\*ID:\*\* \d+/);
  });

  test("answers in plain JSON, and a notification with an empty body", async () => {
    const answer = await post(bearer(session.id), listing);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(await answer.json()).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
    const told = await post(bearer(session.id), { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([told.status, await told.text()]).toEqual([202, ""]);
  });

  test.each(["GET", "DELETE"])("refuses %s and names the allowed method", async (method) => {
    const answer = await fetch(`${service.url}/mcp/self`, { method, headers: bearer(session.id) });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
  });

  test("reports an invalid argument in the result of the tool", async () => {
    const { isError, text } = await agent.call("action_session", { action: "dance" });
    expect([isError, text]).toEqual([true, expect.stringContaining("action")]);
    const late = await agent.call("wake_me_up_later", { wake_at: "2020-01-01T00:00", prompt: "x" });
    expect(late).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Error \(Invalid wake_at\): The wake/),
    });
    await expect(agent.client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(
      /no_such_tool/,
    );
  });

  test("answers an invalid request as the protocol requires", async () => {
    for (const message of [{}, { jsonrpc: "2.0" }, { id: 1, method: 7 }]) {
      expect((await post(bearer(session.id), message)).status).toBe(400);
    }
    expect((await post(bearer(session.id), [listing])).status).toBe(422);
  });
});

describe("access", () => {
  test("requires the token of an existing session that is not archived", async () => {
    const gone = await createSession(service);
    const trashed = await createSession(service);
    const late = bearer(gone.id);
    expect((await post(late, listing)).status).toBe(200);
    await service.call("DELETE", `/sessions/${gone.id}`);
    await service.call("POST", `/sessions/${trashed.id}/archive`);
    const own = selfToken(service, session.id);
    const others = [
      {},
      { authorization: "Bearer " },
      { authorization: `Basic ${own}` },
      { authorization: `Bearer ${own.slice(0, -1)}` },
      { authorization: `Bearer ${own.replace(/_\d+_/, `_${session.id + 1}_`)}` },
      { "x-api-key": service.key },
      late,
      bearer(trashed.id),
      bearer(987_654),
    ];
    for (const headers of others) {
      const answer = await post(headers, listing);
      expect([answer.status, await answer.json()], JSON.stringify(headers)).toEqual([
        401,
        expect.objectContaining({ error: "Unauthorized", messages: [expect.any(String)] }),
      ]);
    }
    await service.call("POST", `/sessions/${trashed.id}/unarchive`);
    expect((await post(bearer(trashed.id), listing)).status).toBe(200);
  });

  test("refuses pages of a foreign origin and host names rebound to this machine", async () => {
    const { host } = new URL(service.url);
    const body = JSON.stringify(listing);
    const lines = [
      "Content-Type: application/json",
      "Accept: application/json, text/event-stream",
      `Content-Length: ${body.length}`,
      `Authorization: Bearer ${selfToken(service, session.id)}`,
    ];
    for (const place of [["Host: evil.example"], [`Host: ${host}`, "Origin: https://evil.example"]]) {
      const answer = await rawRequest(service.url, ["POST /mcp/self HTTP/1.1", ...place, ...lines], body);
      expect(answer.status).toBe(403);
    }
    expect(
      (await rawRequest(service.url, ["POST /mcp/self HTTP/1.1", `Host: ${host}`, ...lines], body)).status,
    ).toBe(200);
  });

  test("gives no access to the rest of the service with its token", async () => {
    const token = selfToken(service, session.id);
    const headers = { authorization: `Bearer ${token}`, "x-api-key": token };
    expect((await fetch(`${service.url}/api/v1/sessions`, { headers })).status).toBe(401);
    expect((await fetch(`${service.url}/mcp`, { method: "POST", headers })).status).toBe(401);
  });
});

describe("what an agent may do", () => {
  test("changes its own title, notes and heartbeat, and no other session's", async () => {
    const other = await createSession(service, { title: "Other" });
    await agent.call("action_session", { action: "update_title", title: "Renamed by itself" });
    await agent.call("action_session", { action: "set_heartbeat", enabled: true, interval_seconds: 120 });
    await agent.call("action_session", { action: "update_notes", session_notes: "Half done" });
    expect(await sessionOf(service, session.id)).toMatchObject({
      title: "Renamed by itself",
      heartbeat_enabled: true,
      heartbeat_interval_seconds: 120,
      session_notes: "Half done",
    });
    for (const [name, input] of [
      ["action_session", { action: "update_title", title: "Taken" }],
      ["wake_me_up_later", { wake_at: "2099-01-01T00:00", prompt: "x" }],
      [
        "wake_me_up_when_session_changes_state",
        { watched_session_id: session.id, event_name: "session_failed", prompt: "x" },
      ],
      ["send_push_notification", { message: "x" }],
      ["get_costs", { days: 1 }],
    ] as const) {
      const answer = await agent.call(name, { ...input, session_id: other.id });
      expect(answer).toMatchObject({
        isError: true,
        text: expect.stringContaining("only on your own session"),
      });
    }
    expect(await sessionOf(service, other.id)).toMatchObject({ title: "Other", status: other.status });
  });

  proves("R177")("reads what it cost, and nothing of an agent root", async () => {
    const own = await agent.call("get_costs", { days: 30 });
    expect(own).toMatchObject({
      isError: false,
      facts: { scope: { agent_root: null, session_id: session.id }, window: { label: "30 days" } },
    });
    expect(own.text).toMatch(/^## Costs\n/);
    expect(await agent.call("get_costs", { days: 4_000 })).toMatchObject({
      facts: { window: { label: "1 year" } },
    });
    const days = await agent.call("get_costs", { from: "2026-03-01", to: "2026-03-02" });
    const instants = { from: "2026-03-01T00:00:00Z", to: "2026-03-03T00:00:00+00:00" };
    expect(await agent.call("get_costs", instants)).toMatchObject({
      isError: false,
      facts: { window: (days.facts as { window: object }).window },
    });
    expect(await agent.call("get_costs", { from: "yesterday" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("a date or an instant"),
    });
    expect(await agent.call("get_costs", { agent_root: "builder" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("your own session's costs"),
    });
  });

  test("can name itself by its slug as well", async () => {
    const own = { session_id: session.slug };
    const answer = await agent.call("action_session", {
      action: "update_notes",
      session_notes: "Mine",
      ...own,
    });
    expect(answer).toMatchObject({ isError: false, facts: { session: { id: session.id } } });
    expect(await agent.call("send_push_notification", { message: "x", ...own })).toMatchObject({
      isError: false,
    });
  });

  test("names a missing argument, and stores no secret", async () => {
    const answer = await agent.call("action_session", { action: "update_title" });
    expect(answer).toMatchObject({
      isError: true,
      text: "Error (Missing parameter): update_title needs title",
    });
    const token = selfToken(service, session.id);
    await agent.call("action_session", { action: "update_notes", session_notes: `Token ${token}` });
    const { session_notes } = await sessionOf(service, session.id);
    expect(session_notes).toMatch(/^Token \[REDACTED/);
  });

  test("reads its own session and others", async () => {
    const rested = await restedSession(service, "#script say Findable words.", { title: "Rested marmot" });
    const own = await agent.call("get_session");
    expect(own.text).toContain("- **ID:** " + session.id);
    expect(own.facts).toMatchObject({
      session: { id: session.id },
      armed_wakes: [],
      queue: { enqueued_messages: [] },
    });
    const other = await agent.call("get_session", {
      id: rested.id,
      include_transcript: true,
      include_logs: true,
      include_subagent_transcripts: true,
    });
    expect(other.text).toMatch(/^## Session: Rested marmot\n\n### Basic Information/);
    expect(other.text).toContain("Findable words.");
    expect(other.text).toContain("### Subagent Transcripts (0 of 0)");
    expect(other.text).toMatch(/### Logs \(\d+ of \d+\)\n\n- 20/);
    const entries = await agent.call("get_session", {
      id: String(rested.id),
      include_transcript: true,
      transcript_format: "json",
    });
    expect(entries.facts).toMatchObject({ transcript: expect.stringMatching(/^\{"id":/) });
    const found = await agent.call("quick_search_sessions", { query: "marmot" });
    expect(found.text).toContain(`### Rested marmot (ID: ${rested.id})`);
    expect(found.facts).toMatchObject({ sessions: [{ id: rested.id }], pagination: { total_count: 1 } });
    expect((await agent.call("quick_search_sessions", { query: "no such words" })).text).toContain(
      "No sessions found.",
    );
    expect((await agent.call("get_session", { id: 987_654 })).text).toBe(
      "Error (Not Found): Session not found",
    );
    expect((await agent.call("get_configs", { force_refresh: true })).text).toContain("### Goals");
  });

  test("leaves a message in the person's inbox", async () => {
    expect(await agent.call("send_push_notification", { message: "Look here" })).toMatchObject({
      isError: false,
    });
    const { body } = await service.call<{ notifications: object[] }>("GET", "/notifications");
    expect(body.notifications).toContainEqual(
      expect.objectContaining({ message: "Look here", session_id: session.id }),
    );
  });

  proves("E13")("reports to the session that spawned its own", async () => {
    const parent = await restedSession(service);
    const child = await createSession(service, { parent_session_id: parent.id });
    await using own = await openSelfClient(service, child.id);
    const told = await own.call("action_session", { action: "message_parent", message: "I lack a tool" });
    expect(told).toMatchObject({ isError: false, facts: { delivered: true } });
    await service.waitFor(parent.id, ({ status }) => status === "needs_input");
    expect(await transcriptOf(service, parent.id)).toContain("I lack a tool");
    const orphan = await agent.call("action_session", { action: "message_parent", message: "Hello" });
    expect(orphan).toMatchObject({ isError: true, text: expect.stringContaining("No parent") });
  });

  proves("E15", "R58")("sleeps after its turn ends", async () => {
    const held = await heldSession(service);
    await using own = await openSelfClient(service, held.session.id);
    expect((await own.call("action_session", { action: "sleep" })).isError).toBe(false);
    await held.release();
    const asleep = await service.waitFor(held.session.id, ({ status }) => status !== "running");
    expect(asleep).toMatchObject({ status: "waiting", deliberate_sleep_at: expect.any(String) });
  });

  test("archives itself after its turn, with its last message", async () => {
    const held = await heldSession(service);
    await using own = await openSelfClient(service, held.session.id);
    const answer = await own.call("action_session", { action: "archive" });
    expect(answer.text).toContain("as soon as this turn ends");
    expect(await sessionOf(service, held.session.id)).toMatchObject({ status: "running" });
    await held.release();
    await service.waitFor(held.session.id, ({ status }) => status === "archived");
    expect(await transcriptOf(service, held.session.id)).toContain("Released.");
    await expect(own.call("get_session")).rejects.toThrow();
  });

  test("does not archive itself while a message is queued", async () => {
    const held = await heldSession(service);
    await using own = await openSelfClient(service, held.session.id);
    await service.call("POST", `/sessions/${held.session.id}/follow_up`, { prompt: "#script say Heard." });
    const refused = await own.call("action_session", { action: "archive" });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("queued for you") });
    const now = await own.call("action_session", { action: "archive", end_turn: false });
    expect(now.isError).toBe(true);
    await held.release();
    await service.waitFor(held.session.id, ({ status }) => status === "needs_input");
  });
});

describe("the MCP server of each agent", () => {
  const rename =
    '#script mcp server=signalbox tool=action_session args={"action":"update_title","title":"Named by its agent"}';

  describe.each(["pi", "claude_code", "codex"])("to %s", (agent_runtime) => {
    proves("R17")(
      "is available to the real agent, and its token is shown nowhere",
      async () => {
        const own = await createSession(service, { agent_runtime, prompt: `${rename}\n#script say Done.` });
        const { title, status } = await service.waitFor(
          own.id,
          ({ status }) => status !== "waiting" && status !== "running",
          60_000,
        );
        expect({ title, status }).toEqual({ title: "Named by its agent", status: "needs_input" });
        expect(own).toMatchObject({ injected_mcp_servers: ["signalbox"], mcp_servers: [] });
        expect(own.all_mcp_servers).toContain("signalbox");
        expect(await transcriptOf(service, own.id)).not.toMatch(tokenShape);
        expect(JSON.stringify(service.model.requests())).not.toMatch(tokenShape);
      },
      90_000,
    );
  });

  test("is never stored with its token, even if the agent prints it", async () => {
    const own = await createSession(service);
    const token = selfToken(service, own.id);
    await service.call("POST", `/sessions/${own.id}/follow_up`, { prompt: `#script bash cmd=echo ${token}` });
    await service.waitFor(own.id, ({ status }) => status === "needs_input");
    expect(await transcriptOf(service, own.id)).toContain("[REDACTED");
    expect(await transcriptOf(service, own.id)).not.toContain(token);
  });
});
