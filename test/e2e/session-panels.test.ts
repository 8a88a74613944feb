import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { clonedSession, createSession, heldSession, restedSession, sessionOf } from "../support/sessions.ts";
import { type ShowOptions, useShow } from "./open-page.ts";

const show = useShow(() => service);
const catalog = join(import.meta.dirname, "../support/catalog/air.json");
const summary = "The greeting takes a name. It waits for a review.";
let service: TestService;
let git_root: string;

beforeAll(async () => {
  service = await startServiceWithBoard({
    environment: { SERVICE_CATALOG: catalog, SERVICE_AGENT_THREADS: "1", SERVICE_SMALL_MODEL: "" },
    scenarios: [
      { matches: /^Name this session/, script: "#script say Greeting" },
      { matches: /^What is the status of this session/, script: `#script say ${summary}` },
    ],
  });
  git_root = await service.repository();
});
afterAll(() => service[Symbol.asyncDispose]());

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("why a session does not move", () => {
  it("is shown in a banner with an action", async () => {
    const busy = await heldSession(service, { git_root, title: "At work" });
    const queued = await createSession(service, { git_root, prompt: "#script say Mine." });
    await using board = await show(`/sessions/${queued.id}`);
    const { page } = board;
    const banner = section(page, "Queued: the only agent is busy");
    await banner.getByText("At work").waitFor();
    expect(await page.getByLabel("Wait reasons").count()).toBe(0);
    const force = banner.getByRole("button", { name: "Start now" });
    await expect.poll(() => force.getAttribute("aria-disabled"), soon).toBe("true");
    await banner.getByText(/is not supported here yet/).waitFor();
    await board.picture("session-banner-queued");
    await busy.release();
    await banner.waitFor({ state: "detached" });
    await board.session.status("Needs you");
  });

  it("suggests an answer to a lost question in the composer", async () => {
    const { id } = await clonedSession(service, { git_root });
    const data = openServiceDatabase(service);
    const lost = { reason: "expired", summary: "Which one?", at: 1, request_id: "r" };
    data.sql.prepare("UPDATE sessions SET lost_elicitation = ? WHERE id = ?").run(JSON.stringify(lost), id);
    data[Symbol.dispose]();
    await using board = await show(`/sessions/${id}`);
    const { page, session } = board;
    const { composer } = session;
    const banner = section(page, "A question was not answered in time");
    await banner.getByRole("button", { name: "Answer now" }).click();
    await expect.poll(() => composer.inputValue(), soon).toBe('You asked: "Which one?"\n\nMy answer: ');
    await page.keyboard.type("the red one");
    await expect.poll(() => composer.inputValue(), soon).toMatch(/My answer: the red one$/);
    await board.picture("session-banner-lost-question");
  });
});

describe("related sessions", () => {
  it("are a tree with arrow-key navigation, and a parent can be detached", async () => {
    const make = (title: string, more: Record<string, unknown> = {}) =>
      createSession(service, { git_root, title, ...more });
    const [senior, top] = [await make("Senior"), await make("Top")];
    const child = await make("Child", { parent_session_id: top.id });
    await make("Grandchild", { parent_session_id: child.id });
    await make("Sibling", { parent_session_id: top.id });
    const said = { prompt: "#script say Heard.", acting_session_id: senior.id };
    expect((await service.call("POST", `/sessions/${child.id}/follow_up`, said)).status).toBe(200);

    await using board = await show(`/sessions/${child.id}`);
    const { page } = board;
    const tree = page.getByRole("list", { name: "Session tree" });
    const names = ["Top", "Child", "Grandchild", "Sibling", "Senior"];
    await expect
      .poll(async () => await tree.locator("[data-row] .truncate").allInnerTexts(), soon)
      .toEqual(names);
    expect(await tree.locator('[aria-current="page"]').innerText()).toContain("Child");
    const link = (name: string) => tree.locator("[data-row]").filter({ hasText: new RegExp(`^${name}`) });
    await link("Child").focus();
    await page.keyboard.press("ArrowRight");
    const hasFocus = (name: string) => link(name).evaluate((row) => row === document.activeElement);
    await expect.poll(() => hasFocus("Grandchild"), soon).toBe(true);
    await page.keyboard.press("Home");
    await expect.poll(() => hasFocus("Top"), soon).toBe(true);
    await board.picture("session-family");

    await tree.getByRole("button", { name: "Detach" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Detach" }).click();
    await question.waitFor({ state: "detached" });
    // The dialog returns the focus shortly after it closes.
    const keepsFocus = (row: Element) =>
      new Promise((resolve) => {
        (row as HTMLElement).focus();
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(row === document.activeElement)));
      });
    await expect.poll(() => link("Top").evaluate(keepsFocus), soon).toBe(true);
    await expect.poll(() => link("Senior").count(), soon).toBe(0);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/sessions/${top.id}`));
  });

  it("are not drawn if there are none, and neither are human messages", async () => {
    const { id, branch } = await createSession(service, { git_root });
    await using board = await show(`/sessions/${id}`);
    const { page } = board;
    const properties = section(page, "Properties");
    await properties.getByText(branch, { exact: true }).waitFor();
    expect(await page.getByText("None", { exact: true }).count()).toBe(0);
    expect(await section(page, "Related sessions").count()).toBe(0);
    expect(await section(page, "Human messages").count()).toBe(0);
    await properties.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("menuitem", { name: "Session ID" }).click();
    await page.getByText("Copied: Session ID").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(String(id));
  });
});

it("shows each section once after several sessions were opened", async () => {
  const sessions = [];
  for (const title of ["One", "Two", "Three"])
    sessions.push(await createSession(service, { git_root, title }));
  await using board = await show("/?layout=list");
  const { page } = board;
  const parts = () => page.getByRole("main").getByRole("heading").allTextContents();
  const seen: string[][] = [];
  for (const { id, title } of [...sessions, ...sessions]) {
    await page.evaluate((path) => history.pushState(null, "", path), `/sessions/${id}?panel=details`);
    await page.getByRole("heading", { name: title ?? "", exact: true }).waitFor();
    await section(page, "Notes").first().waitFor();
    await expect.poll(() => page.getByLabel("Message the agent").count(), soon).toBe(1);
    await expect.poll(() => page.getByLabel(/^Loading/).count(), soon).toBe(0);
    seen.push((await parts()).filter((heading) => heading !== title));
  }
  expect(seen).toEqual(seen.map(() => seen[0]));
  expect(new Set(seen[0]).size).toBe(seen[0]?.length);
});

it("shows human messages of this session and of others", async () => {
  const top = await clonedSession(service, { git_root, title: "Top" });
  const child = await createSession(service, { git_root, parent_session_id: top.id });
  await using board = await show(`/sessions/${top.id}`);
  const { page, session } = board;
  await session.send("Be brief.\n#script say I am.");
  await session.says("I am.");
  await session.status("Needs you");
  await section(page, "Human messages").getByText("Be brief.").waitFor();
  await board.open(`/sessions/${child.id}`);
  const elsewhere = section(page, "Human messages").getByRole("listitem");
  await elsewhere.getByText("Be brief.").waitFor();
  await elsewhere.getByRole("link").click();
  await page.waitForURL(new RegExp(`/sessions/${top.id}`));
});

it("warns about an unmonitored channel and says how to monitor it", async () => {
  const { id } = await createSession(service, { git_root });
  const data = openServiceDatabase(service);
  data.sql.prepare("UPDATE sessions SET genesis = 'chat' WHERE id = ?").run(id);
  data[Symbol.dispose]();
  await using board = await show(`/sessions/${id}`);
  const block = section(board.page, "Human messages");
  await block.getByText("Chat is not monitored").waitFor();
  await block.getByText("some channels are not monitored").waitFor();
  await board.picture("session-capture-gap");
});

it("summarizes a session on request", async () => {
  const { id } = await restedSession(service, "#script say Done.", { git_root, title: "Mine" });
  await using board = await show(`/sessions/${id}`);
  const block = section(board.page, "Status summary");
  await block.getByRole("button", { name: "Summarize now" }).click();
  await block.getByText(summary).waitFor({ timeout: 60_000 });
  await block.getByText("Up to date.").waitFor();
});

describe("the settings of a session", () => {
  const setUp = async (options: ShowOptions = {}, more: Record<string, unknown> = {}) => {
    const { id } = await createSession(service, { git_root, ...more });
    return { id, board: await show(`/sessions/${id}?panel=setup`, options) };
  };
  const now = (id: number) => sessionOf(service, id);

  it("change the model and the effort", async () => {
    const { id, board: opened } = await setUp({}, { agent_runtime: "claude_code" });
    await using board = opened;
    const agent = section(board.page, "Agent");
    await agent.getByLabel("Model").selectOption({ label: "Opus 5.5" });
    await expect.poll(async () => (await now(id)).config["model"], soon).toBe("claude-opus-5-5");
    await agent.getByLabel("Effort").selectOption("high");
    await expect.poll(async () => (await now(id)).config["effort"], soon).toBe("high");
    expect(await graveViolations(board)).toEqual([]);
    await board.picture("session-setup");
  });

  it("add extensions from the catalog and show what they include", async () => {
    const { id, board: opened } = await setUp();
    await using board = opened;
    const equipment = section(board.page, "Extensions");
    await equipment.getByRole("combobox", { name: "MCP servers" }).fill("old");
    await board.page.getByRole("option", { name: /Old mailer/ }).click();
    await equipment.getByText("Old mailer: Switched off in spring").waitFor();
    await board.page.keyboard.press("Escape");
    await equipment.getByRole("combobox", { name: "Plugins" }).fill("review");
    await board.page.getByRole("option", { name: /Review kit/ }).click();
    await board.page.keyboard.press("Escape");
    const brought = equipment.getByRole("list", { name: "MCP servers included automatically" });
    await brought.getByText("from Review kit").waitFor();
    await brought.getByText("added by Signalbox").waitFor();
    await expect
      .poll(() => now(id), soon)
      .toMatchObject({ mcp_servers: ["old-mailer"], catalog_plugins: ["review-kit"] });
    await equipment.scrollIntoViewIfNeeded();
    await board.picture("session-equipment");
    await equipment.getByRole("button", { name: "Remove Old mailer" }).click();
    await expect.poll(async () => (await now(id)).mcp_servers, soon).toEqual([]);
  });

  it("revert a refused change and say why", async () => {
    const { id, board: opened } = await setUp({ intercepted: true, expected: [/422/] });
    await using board = opened;
    await board.page.route("**/catalog_skills", (route) =>
      route.fulfill({
        status: 422,
        json: { error: "Invalid", message: "No such skill.", messages: ["No such skill."] },
      }),
    );
    const equipment = section(board.page, "Extensions");
    await equipment.getByRole("combobox", { name: "Skills" }).fill("tidy");
    await board.page.getByRole("option").first().click();
    await board.page.getByText("No such skill.").waitFor();
    await expect.poll(() => equipment.getByRole("button", { name: /^Remove/ }).count(), soon).toBe(0);
    expect((await now(id)).catalog_skills).toEqual([]);
  });

  it("set a goal and show its criteria", async () => {
    const { id, board: opened } = await setUp();
    await using board = opened;
    const goal = section(board.page, "Goal");
    await goal.getByText("No goal.").waitFor();
    await goal.getByRole("button", { name: "Change" }).click();
    await goal.getByLabel("Goal", { exact: true }).selectOption("codebase-question");
    await goal.getByRole("button", { name: "Save" }).click();
    await goal.getByRole("list", { name: "Goal criteria" }).getByText("No pull request").waitFor();
    await board.picture("session-goal");
    await expect.poll(async () => (await now(id)).goal, soon).toBe("codebase-question");
  });

  it("set the interval of the heartbeat within its limits", async () => {
    const { id, board: opened } = await setUp();
    await using board = opened;
    const heartbeat = section(board.page, "Heartbeat");
    await heartbeat.getByRole("switch").click();
    const interval = heartbeat.getByLabel("Seconds between heartbeats");
    await interval.fill("5");
    await heartbeat.getByText("Enter a whole number of seconds from 30 to 86,400.").waitFor();
    await interval.fill("90");
    await interval.press("Enter");
    await expect
      .poll(() => now(id), soon)
      .toMatchObject({ heartbeat_enabled: true, heartbeat_interval_seconds: 90 });
    await heartbeat.getByText("Every 1 minute 30 seconds").waitFor();
  });

  it("hide it from the board and snooze it", async () => {
    const { id, board: opened } = await setUp({ size: "phone", look: "dark" });
    await using board = opened;
    const shown = section(board.page, "On the board");
    await shown.getByRole("button", { name: "Hide from the board" }).click();
    await shown.getByText("Hidden from the board.").waitFor();
    await shown.getByRole("button", { name: "Snooze…" }).click();
    await board.page
      .getByRole("dialog")
      .getByRole("button", { name: /^Tomorrow/ })
      .click();
    await shown.getByText(/^Snoozed until/).waitFor();
    await expect.poll(async () => (await now(id)).effective_visibility, soon).toBe("snoozed");
    expect(await graveViolations(board)).toEqual([]);
    await board.picture("session-setup-dark-phone");
    await board.page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => board.page.evaluate("document.documentElement.scrollWidth"), soon).toBe(360);
  });
});

it("restores unsaved notes, and saves or discards them on request", async () => {
  const { id } = await createSession(service, { git_root });
  await using board = await show(`/sessions/${id}`, {
    intercepted: true,
    expected: [/ERR_FAILED/, /\/notes/],
  });
  const { page } = board;
  const notes = section(page, "Notes");
  const field = notes.getByRole("textbox");
  await page.route("**/notes", (route) => route.abort());
  await field.fill("Half a thought");
  await notes.getByText(/is not responding/).waitFor();
  await page.unroute("**/notes");
  await page.reload();
  await notes.getByText("Draft restored.").waitFor();
  await expect.poll(() => field.inputValue(), soon).toBe("Half a thought");
  await notes.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => field.inputValue(), soon).toBe("");
  expect((await sessionOf(service, id)).session_notes).toBeNull();
});

it("saves notes automatically and stars a session", async () => {
  const { id } = await createSession(service, { git_root });
  await using board = await show(`/sessions/${id}`, { look: "dark" });
  const { page } = board;
  await page.getByRole("textbox", { name: "Notes" }).fill("Ask Ada first.");
  await expect.poll(async () => (await sessionOf(service, id)).session_notes, soon).toBe("Ask Ada first.");
  await section(page, "Notes").getByText("Edited just now").waitFor();
  const header = page.getByRole("main").locator("header");
  await header.getByRole("button", { name: "Add to favorites" }).click();
  await header.getByRole("button", { name: "Remove from favorites" }).waitFor();
  await expect.poll(async () => (await sessionOf(service, id)).favorited, soon).toBe(true);
  expect(await graveViolations(board)).toEqual([]);
  await board.picture("session-details-dark");
});
