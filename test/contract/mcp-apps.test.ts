import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AppSettingsView } from "../../server/domains/surfaces/owner-settings/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { appLines } from "../support/mcp-apps.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { connectApp } from "../support/oauth.ts";
import { seedLines } from "../support/seed-transcript.ts";
import { createSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

type Settings = { app_settings: AppSettingsView };

const allow = (mcp_apps: object) => service.board.call<Settings>("PATCH", "/app_settings", { mcp_apps });
const current = async () => (await service.call<Settings>("GET", "/app_settings")).body.app_settings.mcp_apps;
const off = { enabled: false, allowed_servers: [] };
const html = "<h1>Chart</h1><script>document.title = 'x'</script>";

describe("the setting", () => {
  beforeEach(() => allow(off));

  proves("E153", "E154")("is off until a person changes it on the board", async () => {
    expect(await current()).toEqual(off);
    const { status, body } = await allow({ enabled: true, allowed_servers: ["charts", "a-b_c", "charts"] });
    expect([status, body.app_settings.mcp_apps]).toEqual([
      200,
      { enabled: true, allowed_servers: ["a-b_c", "charts"] },
    ]);
    await allow({ enabled: false });
    expect(await current()).toEqual({ enabled: false, allowed_servers: ["a-b_c", "charts"] });
    await allow({});
    expect(await current()).toMatchObject({ enabled: false });
  });

  proves("E154", "X11")("is refused to a key, with everything that came along", async () => {
    const sent = { mcp_apps: { enabled: true }, experimental_settings: { mcp_tool_search: false } };
    const refused = await service.call<{ messages: string[] }>("PATCH", "/app_settings", sent);
    expect(refused).toMatchObject({ status: 403, body: { error: "Forbidden" } });
    expect(refused.body.messages[0]).toContain("Only a person may change mcp_apps");
    const { body } = await service.call<Settings>("GET", "/app_settings");
    expect(body.app_settings.mcp_apps).toEqual(off);
    expect(body.app_settings.experimental_settings).toEqual([expect.objectContaining({ enabled: true })]);
  });

  proves("E154", "X11")(
    "may be changed by a connection that acts as a person, and by no other one",
    async () => {
      const { tokens: person } = await connectApp(service, "act_as_human");
      const { tokens: relay } = await connectApp(service, "relay_only");
      const send = (token: string, body: object) =>
        service.call("PATCH", "/app_settings", body, {
          key: null,
          headers: { authorization: `Bearer ${token}` },
        });
      const wanted = { mcp_apps: { enabled: true, allowed_servers: ["charts"] } };
      expect(await send(relay.access_token, wanted)).toMatchObject({ status: 403 });
      expect(await current()).toEqual(off);
      expect(await send(relay.access_token, { default_runtime: "" })).toMatchObject({ status: 200 });
      expect(await send(person.access_token, wanted)).toMatchObject({ status: 200 });
      expect(await current()).toEqual(wanted.mcp_apps);
    },
  );

  it.each([
    [{ allowed_servers: ["a__b"] }, "single underscores"],
    [{ allowed_servers: [""] }, "single underscores"],
    [{ allowed_servers: ["x".repeat(101)] }, "at most 100 characters"],
    [{ allowed_servers: Array.from({ length: 101 }, (_, n) => `s${n}`) }, "at most 100 entries"],
    [{ allowed_servers: "charts" }, "must be a list"],
    [{ enabled: "yes" }, "must be true or false"],
  ])("refuses %j", async (change, sentence) => {
    const { status, body } = await allow(change);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(sentence);
    expect(await current()).toEqual(off);
  });

  it("is read by the tool, which has no action to change it", async () => {
    await allow({ enabled: true, allowed_servers: ["charts"] });
    await using mcp = await openMcpClient(service, { query: "?tool_groups=settings" });
    expect((await mcp.says("get_app_settings")).text).toContain("**MCP Apps:** on, for charts");
    await mcp.refuses("action_app_settings", { action: "set_mcp_apps", enabled: true });
  });
});

const seeded = async (lines: readonly object[]): Promise<string> => {
  const { id } = await createSession(service, { agent_runtime: "claude_code", clone_only: true });
  await seedLines(service, id, lines);
  return `/sessions/${id}/timeline`;
};
const fetchApp = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/ui/v1${path}`, { headers: { ...service.board.headers, ...headers } });

describe("an app of a transcript", () => {
  beforeEach(() => allow({ enabled: true, allowed_servers: ["charts"] }));

  it("is a document without an origin that loads and sends nothing", async () => {
    const path = await seeded(appLines({ tool: "mcp__charts__draw", html }));
    const answer = await fetchApp(`${path}/1/0/apps/0`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(html);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
    });
    const policy = headers["content-security-policy"]?.split("; ");
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "sandbox allow-scripts", "frame-ancestors 'self'"]),
    );
    const { body } = await service.board.call<{ entries: { event: object }[] }>("GET", path);
    expect(body.entries[1]?.event).toMatchObject({ type: "tool_result", apps: 1 });
  });

  it("comes from another thread if its line is large", async () => {
    const long = `<p>${"x".repeat(700_000)}</p>`;
    const path = await seeded(appLines({ tool: "mcp__charts__draw", html: long }));
    expect(await (await fetchApp(`${path}/1/0/apps/0`)).text()).toBe(long);
    const tooLong = `<p>${"x".repeat(1_100_000)}</p>`;
    const other = await seeded(appLines({ tool: "mcp__charts__draw", html: tooLong }));
    expect((await fetchApp(`${other}/1/0/apps/0`)).status).toBe(404);
  });

  it.each([
    ["of another server", "mcp__maps__draw"],
    ["of a server whose name only begins so", "mcp__charts__evil__draw"],
    ["of a tool that belongs to no server", "Bash"],
  ])("%s is not served, whatever its text claims", async (_title, tool) => {
    const [call, result] = appLines({ tool, html });
    const forged = JSON.parse(JSON.stringify(result).replaceAll(/from \w+ at/g, "from charts at"));
    const path = await seeded([call ?? {}, forged]);
    expect((await fetchApp(`${path}/1/0/apps/0`)).status).toBe(404);
  });

  it("is not served while apps are off, once its server is taken off the list, or without its call", async () => {
    const path = await seeded(appLines({ tool: "mcp__charts__draw", html }));
    await allow({ enabled: false });
    expect((await fetchApp(`${path}/1/0/apps/0`)).status).toBe(404);
    await allow({ enabled: true, allowed_servers: [] });
    expect((await fetchApp(`${path}/1/0/apps/0`)).status).toBe(404);
    await allow({ allowed_servers: ["charts"] });
    expect((await fetchApp(`${path}/1/0/apps/0`)).status).toBe(200);
    const lone = await seeded(appLines({ tool: "mcp__charts__draw", html }).slice(1));
    expect((await fetchApp(`${lone}/0/0/apps/0`)).status).toBe(404);
  });

  it.each(["/1/0/apps/1", "/0/0/apps/0", "/1/1/apps/0", "/9/0/apps/0", "/1/0/apps/x"])(
    "does not exist at %s",
    async (place) => {
      const path = await seeded(appLines({ tool: "mcp__charts__draw", html }));
      expect((await fetchApp(`${path}${place}`)).status).toBe(404);
    },
  );

  it("is refused to other sites' pages, to its own frame and to keys", async () => {
    const path = `${await seeded(appLines({ tool: "mcp__charts__draw", html }))}/1/0/apps/0`;
    expect((await service.call("GET", path)).status).toBe(404);
    expect((await fetchApp(path, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await fetchApp(path, { origin: "null" })).status).toBe(403);
    expect((await fetch(`${service.url}/ui/v1${path}`)).status).toBe(401);
  });
});
