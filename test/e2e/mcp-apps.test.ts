import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AppSettingsView } from "../../server/domains/surfaces/owner-settings/model.ts";
import { graveViolations } from "../support/axe.ts";
import { type Board, openBoard as signInBoard } from "../support/board.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { hostileApp, startListeningPost } from "../support/hostile-app.ts";
import { appLines } from "../support/mcp-apps.ts";
import { seedLines } from "../support/seed-transcript.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { clonedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
let board: Board;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard();
  board = await signInBoard(service);
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const allow = (mcp_apps: object) => board.call("PATCH", "/app_settings", { mcp_apps });
const current = async () =>
  (await service.call<{ app_settings: AppSettingsView }>("GET", "/app_settings")).body.app_settings;
beforeEach(() => allow({ enabled: true, allowed_servers: ["charts"] }));

async function sessionWith(...results: Parameters<typeof appLines>[0][]): Promise<number> {
  const { id } = await clonedSession(service, { agent_runtime: "claude_code" });
  await seedLines(
    service,
    id,
    results.flatMap((result, at) => appLines({ callId: `call_${at}`, ...result })),
  );
  return id;
}

const chart = `<!doctype html><style>body{font:14px sans-serif;margin:12px}i{display:inline-block;background:#2563eb}</style>
<h1>Cost by day</h1><i style="width:40px;height:60px"></i> <i style="width:40px;height:90px"></i>
<button onclick="this.textContent='Pressed'">Press</button>
<script>parent.postMessage({jsonrpc:"2.0",method:"ui/notifications/size-changed",params:{height:190}},"*")</script>`;

async function appFrame(page: Page, server = "charts"): Promise<Frame> {
  const element = await page.getByTitle(`App of ${server}`).elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("There is no frame");
  return frame;
}

describe("a transcript", () => {
  it("shows an app of an allowed server in a frame, which runs and sets its height", async () => {
    const id = await sessionWith({ tool: "mcp__charts__draw", html: chart });
    await using shown = await show(`/sessions/${id}?panel=none`);
    const { page } = shown;
    await page.getByText("App of charts · draw").waitFor();
    const frame = await appFrame(page);
    await frame.getByRole("button", { name: "Press" }).click();
    await frame.getByRole("button", { name: "Pressed" }).waitFor();
    const height = () => page.getByTitle("App of charts").evaluate((one) => one.clientHeight);
    await expect.poll(height, soon).toBe(190);
    expect(await page.getByTitle("App of charts").getAttribute("sandbox")).toBe("allow-scripts");
    expect(await graveViolations(shown)).toEqual([]);
    await shown.picture("mcp-app");
    await page.getByRole("button", { name: "Collapse the app" }).click();
    await page.getByTitle("App of charts").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Expand the app" }).click();
    await page.getByTitle("App of charts").waitFor();
  });

  it("says of every other app who sent it, and where to allow it", async () => {
    const id = await sessionWith(
      { tool: "mcp__maps__draw", html: chart },
      { tool: "mcp__a__b__c", html: chart },
    );
    await using shown = await show(`/sessions/${id}?panel=none`, { look: "dark" });
    const { page } = shown;
    await page.getByText("maps sent an app.").waitFor();
    await page.getByText("does not say which server sent it").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    await shown.picture("mcp-app-inert");
    await allow({ enabled: false });
    await page.reload();
    await page.getByText("maps sent an app, and apps are off.").waitFor();
    await page.getByRole("link", { name: "Turn them on in Settings" }).click();
    await page.getByRole("heading", { name: "MCP Apps", level: 1 }).waitFor();
  });

  it("says that an app cannot be shown if the service refuses it", async () => {
    const id = await sessionWith({ tool: "mcp__charts__draw", html: `<p>${"x".repeat(1_000_001)}` });
    await using shown = await show(`/sessions/${id}?panel=none`, { expected: [/404/] });
    await shown.page.getByText("This app cannot be shown").waitFor();
    expect(await shown.page.locator("iframe").count()).toBe(0);
  });

  it("fits a phone, in the dark too", async () => {
    const id = await sessionWith(
      { tool: "mcp__charts__draw", html: chart },
      { tool: "mcp__maps__draw", html: chart },
    );
    await using shown = await show(`/sessions/${id}?panel=none`, { size: "phone", look: "dark" });
    await (await appFrame(shown.page)).getByText("Cost by day").waitFor();
    await shown.page.getByText("maps sent an app.").waitFor();
    expect(await isWiderThanScreen(shown)).toBe(false);
    await shown.picture("mcp-app-phone-dark");
  });
});

it("a hostile app reads nothing of the board, reaches nobody and stays in its frame", async () => {
  await using post = await startListeningPost();
  const { id: victim } = await clonedSession(service, { title: "Victim" });
  const html = hostileApp({ post: post.url, service: service.url, session: victim });
  const id = await sessionWith({ tool: "mcp__charts__draw", html });
  await using shown = await show(`/sessions/${id}?panel=none`, { expected: [/./s] });
  const { page } = shown;
  await page.getByTitle("App of charts").waitFor();
  const address = page.url();
  const done = (await appFrame(page)).locator("#done");
  await expect.poll(() => done.textContent(), soon).toContain("call of a tool");
  const attempts = ((await done.textContent()) ?? "").split("; ");
  expect(attempts.length).toBeGreaterThan(25);
  // No header turns WebRTC off; Settings and the security policy say so.
  const open = ["peer connection: DONE", "peer connection of an inner page: DONE"];
  expect(attempts.filter((one) => !one.endsWith(": refused"))).toEqual(open);
  expect(post.requests).toEqual([]);
  expect(page.url()).toBe(address);
  expect(shown.context.pages()).toHaveLength(1);
  const height = await page.getByTitle("App of charts").evaluate((one) => one.clientHeight);
  expect(height).toBeLessThanOrEqual(640);
  expect((await service.call("GET", `/sessions/${victim}`)).status).toBe(200);

  // The frame itself is led away last: to another site, to the service and to the board.
  const frame = await appFrame(page);
  for (const target of [`${post.url}/away`, `${service.url}/ui/v1/sessions`, `${service.url}/`]) {
    await frame.evaluate((to) => void setTimeout(() => location.assign(to)), target).catch(() => undefined);
    await page.waitForTimeout(300);
  }
  expect(post.requests).toEqual([]);
  expect(page.url()).toBe(address);
  const inside = await page.getByTitle("App of charts").elementHandle();
  const text = await (await inside?.contentFrame())?.evaluate(() => document.body?.innerText ?? "");
  expect(text ?? "").not.toContain("Victim");
});

const post = (message: string, target = "parent"): string => `${target}.postMessage(${message}, "*")`;
const sizeChanged = (more = ""): string =>
  `{ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: 100 ${more} } }`;
const endless = (target: string): string =>
  `setInterval(() => { for (let n = 0; n < 500; n += 1) ${post(sizeChanged(), target)}; });`;

const floods = [
  { what: "messages without end", script: endless("parent"), said: "it sent the board too many messages" },
  {
    what: "messages without end from a frame inside of it",
    script: `document.body.append(Object.assign(document.createElement("iframe"), { srcdoc: "<script>" + ${JSON.stringify(endless("top"))} + "</" + "script>" }));`,
    said: "it sent the board too many messages",
  },
  {
    what: "a message that is too large",
    script: post(sizeChanged(`, more: "x".repeat(5_000_000)`)),
    said: "it sent the board a message that is too large",
  },
  {
    what: "a message of many values",
    script: post(sizeChanged(", more: Array.from({ length: 1_000_000 }, () => 0)")),
    said: "it sent the board a message that is too large",
  },
];

describe("an app that sends more than the board reads", () => {
  it.each(floods)("is stopped for $what, and loads again on request", async ({ script, said }) => {
    const html = `<!doctype html><body><button onclick='${script.replaceAll("'", "&#39;")}'>Flood</button>`;
    const id = await sessionWith(
      { tool: "mcp__charts__draw", html },
      { tool: "mcp__charts__draw", html: chart },
    );
    await using shown = await show(`/sessions/${id}?panel=none`);
    const { page } = shown;
    const frames = page.getByTitle("App of charts");
    await expect.poll(() => frames.count(), soon).toBe(2);
    const flooding = page.frameLocator("iframe").first();
    await flooding.getByRole("button", { name: "Flood" }).click({ noWaitAfter: true });
    await page.getByText(said).waitFor();
    expect(await frames.count()).toBe(1);
    expect(await page.getByText("This app was stopped").count()).toBe(1);
    // The board answers, and so does the other app.
    await (await appFrame(page)).getByRole("button", { name: "Press" }).click();
    await page.getByRole("button", { name: "Load it again" }).click();
    await expect.poll(() => frames.count(), soon).toBe(2);
    expect(await page.getByText("This app was stopped").count()).toBe(0);
    await flooding.getByRole("button", { name: "Flood" }).click({ noWaitAfter: true });
    await page.getByText(said).waitFor();
    expect(await frames.count()).toBe(1);
    expect(await graveViolations(shown)).toEqual([]);
  });

  it("is not one that reports its height with every picture of a motion", async () => {
    const html = `<!doctype html><body><p>Moving</p><script>
      let height = 100;
      const step = () => { height += 1; ${post("{ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height } }")}; if (height < 400) requestAnimationFrame(step); };
      step();
    </script>`;
    const id = await sessionWith({ tool: "mcp__charts__draw", html });
    await using shown = await show(`/sessions/${id}?panel=none`);
    const { page } = shown;
    await page.getByTitle("App of charts").waitFor();
    const height = () => page.getByTitle("App of charts").evaluate((one) => one.clientHeight);
    await expect.poll(height, { ...soon, timeout: 30_000 }).toBe(400);
  });
});

describe("the settings", () => {
  it("allow a server by its name, say what that allows, and take it back", async () => {
    await allow({ enabled: false, allowed_servers: [] });
    await using shown = await show("/settings/mcp-apps");
    const { page } = shown;
    await page.getByText("No server is allowed yet.").waitFor();
    await page.getByText("It cannot load anything").waitFor();
    await page.getByText("Show apps of allowed servers").click();
    await expect.poll(async () => (await current()).mcp_apps.enabled, soon).toBe(true);
    const server = page.getByLabel("Server", { exact: true });
    await server.fill("a__b");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByText("single underscores").waitFor();
    await server.fill("charts");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    const list = page.getByRole("list", { name: "Allowed servers" });
    await list.getByText("charts", { exact: true }).waitFor();
    expect((await current()).mcp_apps).toEqual({ enabled: true, allowed_servers: ["charts"] });
    expect(await graveViolations(shown)).toEqual([]);
    await shown.picture("settings-mcp-apps");
    await page.getByRole("button", { name: "Stop showing apps of charts" }).click();
    await expect.poll(async () => (await current()).mcp_apps.allowed_servers, soon).toEqual([]);
  });

  it("turn an experimental setting off and on, with the sessions it touches", async () => {
    await using shown = await show("/settings/experimental", { look: "dark" });
    const { page } = shown;
    const toggle = page.getByRole("switch", { name: "Look up MCP tools when they are needed" });
    await toggle.waitFor();
    await page
      .getByText(/^Affects sessions of Claude Code from their next turn: \d+ (?:is|are) open\./)
      .waitFor();
    await toggle.click();
    const on = async () => (await current()).experimental_settings[0]?.enabled;
    await expect.poll(on, soon).toBe(false);
    expect(await graveViolations(shown)).toEqual([]);
    await shown.picture("settings-experimental");
    await toggle.click();
    await expect.poll(on, soon).toBe(true);
  });

  it("fit a phone", async () => {
    await using shown = await show("/settings/mcp-apps", { size: "phone", look: "dark" });
    await shown.page.getByText("charts", { exact: true }).waitFor();
    expect(await isWiderThanScreen(shown)).toBe(false);
    await shown.picture("settings-mcp-apps-phone");
    await shown.open("/settings/experimental");
    await shown.page.getByText("Look up MCP tools").waitFor();
    expect(await isWiderThanScreen(shown)).toBe(false);
    await shown.picture("settings-experimental-phone");
  });
});
