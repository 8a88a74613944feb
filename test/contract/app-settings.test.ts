import { afterAll, beforeAll, expect } from "vitest";
import type { SessionDefaultsAnswer } from "../../server/domains/sessions/defaults/model.ts";
import type { AppSettingsView } from "../../server/domains/surfaces/owner-settings/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { proves } from "./proves.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Settings {
  app_settings: AppSettingsView;
}
const toolSearch = async () =>
  (await service.call<Settings>("GET", "/app_settings")).body.app_settings.experimental_settings[0];
const change = (body: object) => service.call<Settings>("PATCH", "/app_settings", body);
const current = async () =>
  (await service.call<Settings>("GET", "/app_settings")).body.app_settings.session_defaults;
const none = { default_runtime: null, default_model: null, effective_runtime: "pi" };

proves("E154")("say what has to hold of git, which a person alone changes", async () => {
  const git = async () => (await service.call<Settings>("GET", "/app_settings")).body.app_settings.git;
  const off = { require_signed_commits: false, require_submodules: false };
  expect(await git()).toEqual(off);
  expect((await change({ git: { require_submodules: true } })).status).toBe(403);
  expect((await change({ git: off })).status).toBe(200);
  const changed = await service.board.call<Settings>("PATCH", "/app_settings", {
    git: { require_submodules: true },
  });
  expect(changed.body.app_settings.git).toEqual({ ...off, require_submodules: true });
  expect((await change({ git: { require_submodules: null } })).status).toBe(403);
  expect((await change({ git: { require_hooks: true } })).status).toBe(422);
  await using mcp = await openMcpClient(service, { query: "?tool_groups=settings" });
  expect((await mcp.says("get_app_settings")).text).toContain("- **Submodules:** required");
  await service.board.call("PATCH", "/app_settings", { git: { require_submodules: null } });
  expect(await git()).toEqual(off);
});

proves("E153")("are the service's own until somebody chooses", async () => {
  expect(await current()).toEqual(none);
});

proves("E154")("are changed together, for the board too, and cleared by an empty text", async () => {
  const chosen = { default_runtime: "claude_code", default_model: "opus" };
  const { status, body } = await change(chosen);
  expect(status).toBe(200);
  expect(body.app_settings.session_defaults).toEqual({ ...chosen, effective_runtime: "claude_code" });
  const board = await service.board.call<SessionDefaultsAnswer>("GET", "/session_defaults");
  expect(board.body.chosen).toMatchObject({
    runtime: "claude_code",
    runtimes: { claude_code: { model: "opus" } },
  });
  await change({ default_model: "", default_runtime: "" });
  expect(await current()).toMatchObject({ default_runtime: null });
});

proves("E154", "X59")("are cleared by null, flat or in the answer's shape", async () => {
  const chosen = { default_runtime: "claude_code", default_model: "opus" };
  await change({ app_settings: { session_defaults: chosen } });
  expect(await current()).toMatchObject(chosen);
  await change({ default_model: null });
  expect(await current()).toMatchObject({ ...chosen, default_model: null });
  await change({ session_defaults: { default_runtime: null } });
  expect(await current()).toEqual(none);
  await change({ experimental_settings: { mcp_tool_search: false } });
  expect(await toolSearch()).toMatchObject({ enabled: false });
  await change({ experimental_settings: { mcp_tool_search: null } });
  expect(await toolSearch()).toMatchObject({ enabled: true });
});

proves("E154", "X59")(
  "take the answer of GET back, from anybody, and save what was changed in it",
  async () => {
    await service.board.call("PATCH", "/app_settings", {
      mcp_apps: { enabled: true, allowed_servers: ["figma"] },
    });
    const { body } = await service.call<Settings>("GET", "/app_settings");
    for (const echoed of [body, body.app_settings]) {
      const answer = await change(echoed);
      expect([answer.status, answer.body]).toEqual([200, body]);
    }
    const { session_defaults, experimental_settings } = body.app_settings;
    const edited = {
      ...body.app_settings,
      session_defaults: { ...session_defaults, default_runtime: "codex" },
      experimental_settings: experimental_settings.map((setting) => ({ ...setting, enabled: false })),
    };
    expect((await change({ app_settings: edited })).status).toBe(200);
    expect(await current()).toMatchObject({ default_runtime: "codex", effective_runtime: "codex" });
    expect(await toolSearch()).toMatchObject({ enabled: false });
    const apps = { ...body.app_settings.mcp_apps, allowed_servers: [] };
    expect((await change({ app_settings: { ...edited, mcp_apps: apps } })).status).toBe(403);
    await service.board.call("PATCH", "/app_settings", { mcp_apps: null });
    await change({ session_defaults: null, experimental_settings: null });
    const last = (await service.call<Settings>("GET", "/app_settings")).body.app_settings;
    expect(last.session_defaults).toEqual(none);
    expect(last.mcp_apps).toEqual({ enabled: false, allowed_servers: [] });
    expect(last.experimental_settings[0]).toMatchObject({ enabled: true });
  },
);

proves("E154", "X59")(
  "refuse what is unknown at any depth, what contradicts itself and what follows from other settings",
  async () => {
    const before = (await service.call<Settings>("GET", "/app_settings")).body;
    for (const body of [
      { no_such: 1 },
      { default_runtme: "codex" },
      { session_defaults: { default_runtime: "codex", model: "opus" } },
      { session_defaults: { effective_runtime: "codex" } },
      { app_settings: { no_such: null } },
      { app_settings: { app_settings: {} } },
      { experimental_settings: { no_such: null } },
      { experimental_settings: [{ key: "mcp_tool_search", enabled: false, on: true }] },
      { experimental_settings: [{ key: "mcp_tool_search" }] },
      { mcp_apps: { servers: [] } },
      { default_runtime: "codex", session_defaults: { default_runtime: "pi" } },
    ]) {
      const { status, body: answer } = await change(body);
      expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 422]);
      expect(answer).toMatchObject({
        message: expect.stringMatching(/unknown|required|twice|follows|one of/),
      });
    }
    expect((await service.call<Settings>("GET", "/app_settings")).body).toEqual(before);
  },
);

proves("E154")("refuse a runtime or model that no session could start with, and keep both then", async () => {
  const before = await current();
  for (const body of [
    { default_runtime: "no_such" },
    { default_runtime: "codex", default_model: "no such model" },
  ])
    expect(await change(body)).toMatchObject({ status: 422, body: { error: "Invalid defaults" } });
  expect(await current()).toEqual(before);
});

proves("E153", "E154")("are tools of the group settings", async () => {
  await using mcp = await openMcpClient(service, { query: "?tool_groups=settings" });
  const changed = await mcp.says("action_app_settings", { action: "set_session_defaults", runtime: "codex" });
  expect(changed.text).toContain("- **Runtime:** codex");
  const { facts } = await mcp.says("get_app_settings");
  expect(facts).toMatchObject({ app_settings: { session_defaults: { default_runtime: "codex" } } });
});

proves("E153", "E154")(
  "turn experimental settings on and off, over the API and with the tool, and say which sessions that touches",
  async () => {
    const before = { key: "mcp_tool_search", enabled: true, default_on: true, runtimes: ["claude_code"] };
    expect(await toolSearch()).toMatchObject({ ...before, sessions: 0 });
    await service.call("POST", "/sessions", {
      agent_runtime: "claude_code",
      prompt: "x",
      git_root: "/nowhere",
    });
    expect(await toolSearch()).toMatchObject({ sessions: 1 });
    const { status, body } = await change({ experimental_settings: { mcp_tool_search: false } });
    expect([status, body.app_settings.experimental_settings[0]?.enabled]).toEqual([200, false]);
    await change({ experimental_settings: {} });
    await using mcp = await openMcpClient(service, { query: "?tool_groups=settings" });
    const setting = { action: "set_experimental_setting", setting: "mcp_tool_search" };
    expect(await mcp.refuses("action_app_settings", setting)).toContain("enabled is required");
    expect(await toolSearch()).toMatchObject({ enabled: false });
    const { text } = await mcp.says("action_app_settings", { ...setting, enabled: true });
    expect(text).toContain("**mcp_tool_search:** on; 1 open session gets a change with the next turn");
    expect(await toolSearch()).toMatchObject({ enabled: true });
  },
);

proves("E154", "X11")(
  "refuse an experimental setting that does not exist, and save nothing of the rest",
  async () => {
    const wrong = { default_runtime: "pi", experimental_settings: { no_such: true } };
    expect(await change(wrong)).toMatchObject({ status: 422 });
    const alsoWrong = { default_runtime: "no_such", experimental_settings: { mcp_tool_search: false } };
    expect(await change(alsoWrong)).toMatchObject({ status: 422 });
    expect(await toolSearch()).toMatchObject({ enabled: true });
    expect(await current()).not.toMatchObject({ default_runtime: "pi" });
  },
);
