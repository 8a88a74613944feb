import { chmod, readFile, writeFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowOf } from "../support/board-page.ts";
import { type BoardPage, startServiceWithBoard } from "../support/browser.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { pullRequestUrl } from "../support/pull-requests.ts";
import { atRest, type TestService } from "../support/service.ts";
import { gate, soon } from "../support/session-page.ts";
import { createSession, heldSession, restedSession, sessionOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { visualAudit } from "../support/visual-audit.ts";
import { useShow } from "./open-page.ts";

const show = useShow(() => service);
let folder: TestFolder;
let service: TestService;
/** An idle session after two turns, with a goal and with a pull request whose checks fail. */
let id = 0;

beforeAll(async () => {
  folder = await makeTestFolder();
  await writeFile(folder.at("air.json"), '{ "name": "test", "mcp": ["./mcp.json"] }');
  await writeFile(folder.at("mcp.json"), validServers);
  service = await startServiceWithBoard({
    environment: {
      SERVICE_CATALOG: folder.at("air.json"),
      DISPLAY: ":none",
      SERVICE_EDITOR: await recordingProgram("my-editor"),
      SERVICE_TERMINAL: `${await recordingProgram("my-terminal")} --at={path}`,
    },
  });
  ({ id } = await restedSession(service, `Greet.\n${usage}\n#script say Greeted.`, {
    title: "Greet by name",
    goal: "open-reviewed-green-pr",
    scheduling_class: "spot",
  }));
  const wave = { prompt: `Wave.\n${usage}\n#script say Waved.` };
  await service.call("POST", `/sessions/${id}/follow_up`, wave);
  await service.waitFor(id, atRest);
  recordPullRequest(id, 8);
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const usage = "#script usage input=12000 output=800 cache_read=0";
const validServers = '{ "clock": { "type": "stdio", "command": "date" } }';
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** A program that writes its arguments into a file. */
async function recordingProgram(name: string): Promise<string> {
  await writeFile(folder.at(name), '#!/bin/sh\nprintf %s "$*" > "$0.arguments"\n');
  await chmod(folder.at(name), 0o755);
  return folder.at(name);
}

const argumentsOf = (name: string): Promise<string> =>
  readFile(folder.at(`${name}.arguments`), "utf8").catch(() => "nothing");

/** Records an open pull request of the session with failing checks. */
function recordPullRequest(sessionId: number, number: number): void {
  using data = openServiceDatabase(service);
  const { lastInsertRowid } = data.sql
    .prepare(
      "INSERT INTO pull_requests (url, owner, repo, number, title, state, is_draft, ci, polled_at, created_at) VALUES (?, 'acme', 'site', ?, 'Greet by name', 'open', 0, 'fail', 1, 1)",
    )
    .run(pullRequestUrl(number), number);
  data.sql
    .prepare(
      "INSERT INTO session_pull_requests (session_id, pull_request_id, evidence, followed, first_seen_at) VALUES (?, ?, 'created', 1, 1)",
    )
    .run(sessionId, lastInsertRowid);
}

describe("a session that ran two turns", () => {
  it("shows which goal criteria are met, not met and unknown", async () => {
    await using board = await show(`/sessions/${id}?panel=setup`);
    const goal = section(board.page, "Goal");
    const criterion = (label: string) =>
      goal.getByRole("list", { name: "Goal criteria" }).getByRole("listitem").filter({ hasText: label });
    const mark = (label: string, name: string) => criterion(label).getByRole("img", { name, exact: true });
    await mark("A pull request is open", "Met").waitFor();
    await mark("CI is green", "Not met").waitFor();
    await criterion("CI is green").getByText("CI fails", { exact: true }).waitFor();
    await mark("Labeled ready to merge", "Unknown").waitFor();
    await goal.getByText("Not met", { exact: true }).waitFor();
    await goal.getByRole("list", { name: "Pull requests" }).getByText("open, CI fail").waitFor();
    expect(await visualAudit(board, "session-goal-verdict")).toEqual([]);
  });

  it("opens its clone in the configured editor and terminal", async () => {
    const clone = String((await sessionOf(service, id)).metadata["clone_path"]);
    await using board = await show(`/sessions/${id}`);
    await board.page.getByText("Programs there, git among them, run as you").waitFor();
    await board.session.press("Open in my-editor");
    await expect.poll(() => argumentsOf("my-editor"), soon).toBe(clone);
    await board.session.press("Open in my-terminal");
    await expect.poll(() => argumentsOf("my-terminal"), soon).toBe(`--at=${clone}`);
  });

  it("shows its transcript as stored", async () => {
    await using board = await show(`/sessions/${id}?panel=none`);
    const { page, session } = board;
    await session.says("Greeted.");
    await session.press("Transcript filters");
    await page.getByRole("menuitemcheckbox", { name: "Raw JSON" }).click();
    await page.keyboard.press("Escape");
    const stored = session.transcript.locator("pre").filter({ hasText: '"text": "Greeted."' });
    const { event } = JSON.parse(await stored.innerText()) as Record<string, unknown>;
    expect(event).toMatchObject({ type: "assistant", text: "Greeted." });
    expect(await visualAudit(board, "transcript-as-stored")).toEqual([]);
  });

  it("lists its turns, newest first", async () => {
    await using board = await show(`/sessions/${id}?panel=history`);
    const turns = board.page.getByRole("list", { name: "Turns, newest first" }).getByRole("listitem");
    await expect.poll(() => turns.count(), soon).toBe(2);
    const [last, first] = await turns.allInnerTexts();
    expect(last).toMatch(/^Follow-up\s[^]*\nFinished/);
    expect(first).toMatch(/^First prompt\s[^]*\nFinished/);
    await turns
      .first()
      .getByTitle(/at list price/)
      .waitFor();
    expect(await visualAudit(board, "session-turns")).toEqual([]);
  });

  it("has a row with its pull request, its checks, its class and its cost", async () => {
    await using board = await show("/");
    const row = rowOf(board, "Greet by name");
    const request = row.getByRole("link", { name: "acme/site#8, open, checks failing", exact: true });
    await request.waitFor();
    expect(await request.getAttribute("href")).toBe(pullRequestUrl(8));
    await request.getByText("#8", { exact: true }).waitFor();
    await row.getByText("Spot", { exact: true }).waitFor();
    const cost = row.getByTitle(/at list price, 25\.6K tokens so far$/);
    await expect.poll(() => cost.textContent(), soon).toMatch(/^Cost so far: \$\d+\.\d\d$/);
    expect(await visualAudit(board, "board-row-facts")).toEqual([]);
  });
});

it("lists the states of a session as they change", async () => {
  const { session, release } = await heldSession(service);
  await using board = await show(`/sessions/${session.id}?panel=history`);
  const { page } = board;
  const states = page.getByRole("list", { name: "States, newest first" }).getByRole("listitem");
  const listed = async () => (await states.allInnerTexts()).map((text) => text.split("\n")[0]);
  const initial = ["Running", "Queued", "Nothing queued"];
  await expect.poll(listed, soon).toEqual(initial);
  await release();
  await expect.poll(listed, soon).toEqual(["Needs you", ...initial]);
  await service.call("POST", `/sessions/${session.id}/archive`);
  await expect.poll(listed, soon).toEqual(["Archived", "Needs you", ...initial]);
  await service.call("POST", `/sessions/${session.id}/unarchive`);
  await expect.poll(listed, soon).toEqual(["Needs you", "Archived", "Needs you", ...initial]);
  await states
    .nth(1)
    .getByText(/^Archived by \S/)
    .waitFor();
  await states.last().getByText("Created", { exact: true }).waitFor();
  await page.getByRole("img", { name: /^States since .*Running \d/ }).waitFor();
  expect(await visualAudit(board, "session-states")).toEqual([]);
  for (const act of ["archive", "unarchive", "archive", "unarchive"])
    await service.call("POST", `/sessions/${session.id}/${act}`);
  await board.session.press("Show earlier states");
  await expect.poll(() => states.count(), soon).toBe(10);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await visualAudit(board, "session-states-phone")).toEqual([]);
});

it("shows the process usage while the agent works", async () => {
  const running = await heldSession(service);
  await using board = await show(`/sessions/${running.session.id}`);
  const used = section(board.page, "Resource usage");
  const agent = used
    .getByRole("row")
    .filter({ has: board.page.getByRole("cell") })
    .first();
  await expect.poll(() => agent.innerText(), soon).toMatch(/^\S.*\s(?:–|\d+ %)\s+[\d.]+ [KMG]B$/);
  await used.getByText(/^(?:One process|\d+ processes)$/).waitFor();
  expect(await visualAudit(board, "session-resources")).toEqual([]);
  await running.release();
  await board.session.status("Needs you");
  await used.waitFor({ state: "detached" });
});

it("shows the file and line of a catalog problem until it is fixed", async () => {
  await using board = await show("/settings/catalog");
  const { page, session } = board;
  await page.getByText(/\b1 MCP server\b/).waitFor();
  await writeFile(folder.at("mcp.json"), '{\n  "clock": {\n    "type": "stdio",\n    "command": 7\n  }\n}\n');
  await session.press("Reload");
  const found = section(page, folder.at("mcp.json")).getByRole("listitem");
  await found.getByText("Problem", { exact: true }).waitFor();
  await found.getByText("Line 4", { exact: true }).waitFor();
  await found.getByText(/must be a string/).waitFor();
  await page.getByRole("heading", { name: "1 problem", exact: true }).waitFor();
  expect(await visualAudit(board, "settings-catalog-finding")).toEqual([]);
  await writeFile(folder.at("mcp.json"), validServers);
  await session.press("Reload");
  await page.getByRole("heading", { name: "Loaded without problems" }).waitFor();
  await found.waitFor({ state: "detached" });
});

/** Steps with an answer and a call each, which are two stored lines. */
const steps = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => [
    `#script say Step ${from + n}.\\n\\nNothing else was to be seen.\\n\\nOn it goes.`,
    "#script bash cmd=true",
  ]).flat();

/** Waits until the list stops scrolling. Returns the row a third of the way down. */
const rowInView = (transcript: Locator): Promise<string> =>
  transcript.evaluate(async (list) => {
    for (let still = 0, before = -1; still < 10; before = list.scrollTop) {
      await new Promise(requestAnimationFrame);
      still = list.scrollTop === before ? still + 1 : 0;
    }
    const eye = list.getBoundingClientRect().top + list.clientHeight / 3;
    const rows = [...list.querySelectorAll<HTMLElement>("[data-entry]")];
    return rows.find((row) => row.getBoundingClientRect().top >= eye)?.dataset["entry"] ?? "";
  });

/** The least and greatest position of the row's top in all frames from now on; NaN once the row is gone. */
const watchTop = ({ page }: BoardPage, entry: string) =>
  page.evaluateHandle((key) => {
    const seen = { frames: 0, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
    const look = (): void => {
      const row = document.querySelector(`[data-entry="${CSS.escape(key)}"]`);
      const top = row?.getBoundingClientRect().top ?? Number.NaN;
      seen.frames += 1;
      seen.least = Math.min(seen.least, top);
      seen.most = Math.max(seen.most, top);
      requestAnimationFrame(look);
    };
    look();
    return seen;
  }, entry);

it("keeps the row in view in place while more arrives, and follows the end again once scrolled there", async () => {
  const [more, rest] = [gate(service, "more"), gate(service, "rest")];
  const written = `#script drip 0.02\n#script say ${"Word by word it comes. ".repeat(20)}`;
  const script = [...steps(1, 8), more.step, written, "#script bash cmd=true", ...steps(9, 15)];
  const last = [rest.step, ...steps(16, 18), "#script say All is said."];
  const { id: growing } = await createSession(service, { prompt: ["Go.", ...script, ...last].join("\n") });
  await using board = await show(`/sessions/${growing}?panel=none`);
  const { page, session } = board;
  const { transcript } = session;
  const answer = (text: string) =>
    transcript.getByRole("article", { name: "Response" }).filter({ hasText: text });
  const toLatest = page.getByRole("button", { name: /^Jump to latest/ });
  const newLines = async () => Number(/(\d+) new/.exec(await toLatest.innerText())?.[1] ?? 0);
  await answer("Step 8.").waitFor();
  await transcript.hover();
  // The button appears once the transcript has loaded.
  const scrolledUp = async () => {
    if (await toLatest.isVisible()) return true;
    await page.mouse.wheel(0, -300);
    return false;
  };
  await expect.poll(scrolledUp, soon).toBe(true);

  const row = await rowInView(transcript);
  const top = await watchTop(board, row);
  await more.open();
  await expect.poll(newLines, soon).toBeGreaterThanOrEqual(16);
  await board.picture("transcript-new-lines");
  const { frames, least, most } = await top.jsonValue();
  expect(frames).toBeGreaterThan(10);
  expect(most - least).toBeLessThanOrEqual(1);

  const toEnd = async () => {
    await transcript.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    return toLatest.count();
  };
  await expect.poll(toEnd, soon).toBe(0);
  await answer("Step 15.").waitFor();
  await rest.open();
  await session.says("All is said.");
  const belowView = () =>
    transcript.evaluate((list) => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight));
  await expect.poll(belowView, soon).toBeLessThanOrEqual(1);
  expect(await toLatest.count()).toBe(0);
});
