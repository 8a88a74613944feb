import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { addKey } from "./credentials.ts";
import { proves } from "./proves.ts";

let service: TestService;
let data: ServiceDatabase;
let session: Session;
const logged: string[] = [];

beforeAll(async () => {
  service = await startTestService({
    log: pino({ level: "warn" }, { write: (line) => void logged.push(line) }),
  });
  data = openServiceDatabase(service);
  session = await createSession(service, { title: "Asked for" });
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const listing = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const bearer = () => ({ authorization: `Bearer ${service.key}` });

function post(message: unknown, headers: Record<string, string> = bearer(), query = "") {
  return fetch(`${service.url}/mcp${query}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

describe("the transport", () => {
  proves("E69", "R217")(
    "answers both generations of the protocol in plain JSON, and keeps no state",
    async () => {
      const opening = {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "raw", version: "1" },
        },
      };
      const opened = await post(opening);
      expect(opened.headers.get("content-type")).toContain("application/json");
      expect(opened.headers.get("mcp-session-id")).toBeNull();
      expect(await opened.json()).toMatchObject({
        result: {
          protocolVersion: "2025-06-18",
          serverInfo: { name: "signalbox" },
          instructions: expect.stringContaining("start_session"),
          capabilities: { tools: {}, resources: {} },
        },
      });
      const told = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
      expect([told.status, await told.text()]).toEqual([202, ""]);

      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      const current = await post(
        { jsonrpc: "2.0", id: 7, method: "server/discover", params: { _meta: meta } },
        { ...bearer(), "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" },
      );
      expect(current.headers.get("content-type")).toContain("application/json");
      expect(await current.json()).toMatchObject({
        id: 7,
        result: {
          resultType: "complete",
          supportedVersions: ["2026-07-28"],
          ttlMs: expect.any(Number),
          cacheScope: "private",
        },
      });
    },
  );

  proves("E69")("serves the clients of both generations and the client of the older package", async () => {
    const old = new OldClient({ name: "old", version: "1" });
    const headers = bearer();
    await old.connect(new OldTransport(new URL("/mcp", service.url), { requestInit: { headers } }) as never);
    const names = (await old.listTools()).tools.map(({ name }) => name);
    const answer = await old.callTool({ name: "get_session", arguments: { id: session.id } });
    expect(answer.structuredContent).toMatchObject({ session: { title: "Asked for" } });
    await old.close();
    for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
      await using mcp = await openMcpClient(service, { mode });
      expect((await mcp.client.listTools()).tools.map(({ name }) => name)).toEqual(names);
      const { text } = await mcp.says("get_session", { id: session.slug });
      expect(text).toMatch(/^## Session: Asked for\n\n### Basic Information\n\n- \*\*ID:\*\* \d+/);
    }
  });

  test.each(["application/json", "*/*", "application/*"])(
    "answers a client that accepts %s",
    async (accept) => {
      const answer = await post(listing, { ...bearer(), accept });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        200,
        expect.stringContaining("application/json"),
      ]);
    },
  );

  test("refuses a client that accepts no JSON", async () => {
    expect((await post(listing, { ...bearer(), accept: "text/html" })).status).toBe(406);
  });

  proves("E69")("accepts one message at a time, by POST only", async () => {
    const batch = await post([listing, listing]);
    expect([batch.status, await batch.json()]).toEqual([
      400,
      { jsonrpc: "2.0", id: null, error: { code: -32_600, message: expect.any(String) } },
    ]);
    for (const method of ["GET", "DELETE"]) {
      const answer = await fetch(`${service.url}/mcp`, { method, headers: bearer() });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    }
    for (const nonsense of [{}, { jsonrpc: "2.0" }, { id: 1, method: 7 }])
      expect((await post(nonsense)).status).toBe(400);
  });

  test("tells a wrong tool and a wrong argument apart", async () => {
    await using mcp = await openMcpClient(service);
    await expect(mcp.client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(
      /no_such_tool/,
    );
    expect(await mcp.refuses("action_session", { session_id: session.id, action: "dance" })).toContain(
      "action",
    );
    expect(await mcp.refuses("get_session", { id: 987_654 })).toBe("Error (Not Found): Session not found");
    expect(await mcp.refuses("get_session")).toMatch(/^Error \(Missing parameter\): session_id is required/);
  });
});

describe("access", () => {
  const challenge = (error = "") =>
    `Bearer realm="signalbox", resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp", scope="mcp"${error}`;

  proves("E69", "R117")("is granted to an API key, as a bearer token or as a header", async () => {
    const minted = addKey(data.sql, "api").token;
    for (const headers of [bearer(), { "x-api-key": service.key }, { authorization: `bearer ${minted}` }])
      expect((await post(listing, headers)).status).toBe(200);
  });

  proves("E69", "R121")("is refused to all others before the request is read", async () => {
    const refused = [
      {},
      { authorization: "Basic eDp5" },
      { authorization: "Bearer no-such-key" },
      { "x-api-key": "no-such-key" },
      { "x-api-key": "no-such-key", ...bearer() },
      { authorization: `Bearer ${addKey(data.sql, "quick_router").token}` },
      { authorization: `Bearer ${addKey(data.sql, "external_app").token}` },
      { authorization: `Bearer ${addKey(data.sql, "api", { revoked: true }).token}` },
    ];
    for (const headers of refused) {
      for (const request of [
        () => post([listing], headers),
        () => fetch(`${service.url}/mcp`, { headers }),
        () => fetch(`${service.url}/mcp`, { method: "POST", headers, body: "not JSON" }),
        () => fetch(`${service.url}/mcp`, { method: "DELETE", headers }),
      ]) {
        const answer = await request();
        expect(answer.status, JSON.stringify(headers)).toBe(401);
        const error = Object.keys(headers).length === 0 ? "" : ', error="invalid_token"';
        expect(answer.headers.get("www-authenticate")).toBe(challenge(error));
        expect(await answer.json()).toMatchObject({ error: "Unauthorized", messages: [expect.any(String)] });
      }
    }
  });
});

describe("the offered tools", () => {
  const names = async (query: string): Promise<string[]> => {
    const answer = await post(listing, bearer(), query);
    const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
    return result.tools.map(({ name }) => name);
  };

  proves("E69")("are those of the groups in the address", async () => {
    expect(await names("?tool_groups=notifications,health")).toEqual([
      "get_notifications",
      "action_notification",
      "send_push_notification",
      "get_system_health",
      "action_health",
      "get_inference",
      "get_spot_policy",
      "action_spot_policy",
      "action_account",
      "get_costs",
    ]);
    expect(await names("?tool_groups=notifications_readonly")).toEqual(["get_notifications"]);
    const own = await names("?tool_groups=self_session");
    expect(own).toContain("action_session");
    expect(own).not.toContain("start_session");
    const told = () => logged.flatMap((line) => /"unknown":(\[[^\]]*\])/.exec(line)?.[1] ?? []);
    for (const groups of ["nonsense", "nonsense", "nonsense,rubbish"])
      expect(await names(`?tool_groups=${groups}`)).toEqual([]);
    expect(told()).toEqual(['["nonsense"]', '["rubbish"]']);
    const all = await names("");
    expect(await names("?tool_groups=")).toEqual(all);
    expect(await names("?tool_groups=sessions,notifications,triggers,health,self_session")).toEqual(all);
    expect(await names("?tool_groups=sessions_readonly")).not.toContain("action_session");
  });

  test("says of each tool what it does to what is there", async () => {
    await using mcp = await openMcpClient(service);
    const { tools } = await mcp.client.listTools();
    const conduct = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(conduct["get_session"]).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(conduct["start_session"]).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(conduct["action_session"]).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    for (const { name, description, inputSchema } of tools) {
      expect(description?.length, name).toBeGreaterThan(40);
      expect(inputSchema, name).toMatchObject({ type: "object" });
    }
  });

  test("can be read as resources too", async () => {
    await using mcp = await openMcpClient(service);
    const { resources } = await mcp.client.listResources();
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual(
      ["config", "configs/mcp-servers", "configs/agent-roots", "configs/goals"].map((path) => [
        `signalbox://${path}`,
        "application/json",
      ]),
    );
    const { contents } = await mcp.client.readResource({ uri: "signalbox://configs/goals" });
    const [goals] = contents;
    const { body } = await service.call<{ goals: unknown }>("GET", "/configs");
    expect(JSON.parse(goals && "text" in goals ? goals.text : "")).toEqual({
      _usage: expect.any(String),
      goals: body.goals,
    });
    await expect(mcp.client.readResource({ uri: "signalbox://nothing" })).rejects.toThrow();
  });
});
