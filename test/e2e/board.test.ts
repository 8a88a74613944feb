import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groupsOn, pressBoth } from "../support/board-page.ts";
import { type BoardPage, openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { gate, sessionPage, soon } from "../support/session-page.ts";
import { createSession, failedSession, heldSession, restedSession } from "../support/sessions.ts";
import { visualAudit } from "../support/visual-audit.ts";

const browser = useBrowser();

const sizes = ["desk", "phone"] as const;

describe("an empty board", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startServiceWithBoard();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it.each(sizes)("says how to start, on a %s", async (size) => {
    await using board = await openBoard(browser(), { url: service.url, size });
    await board.open();
    await board.page.getByRole("heading", { name: "No sessions yet" }).waitFor();
    expect(await visualAudit(board, `board-empty-${size}`)).toEqual([]);
    await board.page.getByRole("main").getByRole("link", { name: "New session" }).click();
    await board.page.getByRole("heading", { name: "New session" }).waitFor();
    expect(await visualAudit(board, `new-session-${size}`)).toEqual([]);
  });

  it("is drawn with the font that comes with it", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    await board.open();
    await board.page.getByRole("heading", { name: "No sessions yet" }).waitFor();
    const loaded = await board.page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
    });
    expect(loaded).toContain("Inter Variable");
  });

  it("shows a page for an unknown address", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    await board.open("/no/such/page");
    await board.page.getByRole("heading", { name: "Page not found" }).waitFor();
  });

  it("ignores what it does not know in an address", async () => {
    const { id } = await createSession(service, { title: "Waits for its first message" });
    await using board = await openBoard(browser(), { url: service.url });
    const { page } = board;
    await board.open("/?layout=spiral&view=none&group=color&sort=up");
    await page.getByText("Waits for its first message").first().waitFor();
    await expect.poll(() => new URL(page.url()).search, soon).toBe("");
    await board.open(`/sessions/${id}?tab=kitchen&panel=kitchen&log=loud`);
    await page.getByRole("heading", { name: "Properties" }).waitFor();
    expect(await page.getByRole("link", { name: "Conversation" }).getAttribute("aria-current")).toBe("page");
    for (const path of ["/costs?days=soon&root=", "/inbox?state=3", "/outcomes?outcome=maybe"]) {
      await board.open(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => new URL(page.url()).search, soon).toBe("");
    }
  });
});

describe("a board with sessions", () => {
  let service: TestService;
  let release: () => Promise<void>;

  beforeAll(async () => {
    service = await startServiceWithBoard();
    const made = [
      restedSession(service, "#script say Done.", {
        title: "Make the invoices add up",
      }),
      failedSession(service),
      createSession(service, {
        title: "Waits for its first message",
        custom_metadata: { ticket: "ACME-77" },
      }),
    ];
    await Promise.all(made);
    const title = "A very long title that says at length what is to be done and never comes to its end";
    release = (await heldSession(service, { title })).release;
  }, 60_000);
  afterAll(async () => {
    await release();
    await service[Symbol.asyncDispose]();
  });

  it.each(sizes)("groups them by what they need from a person, on a %s", async (size) => {
    await using board = await openBoard(browser(), { url: service.url, size });
    await board.open();
    await expect
      .poll(async () => (await groupsOn(board)).filter((line) => line.startsWith("#")), soon)
      .toEqual(["# Needs you1", "# Running1", "# Waiting1", "# Done1"]);
    expect(await visualAudit(board, `board-${size}`)).toEqual([]);
    await board.page.getByRole("link", { name: /Make the invoices/ }).click();
    await sessionPage(board.page).says("Done.");
    expect(await visualAudit(board, `session-${size}`)).toEqual([]);
  });

  it("finds sessions by their titles and metadata", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    await board.open();
    const search = board.page.getByLabel("Search titles and metadata");
    await search.fill("invoices");
    await expect.poll(() => groupsOn(board), soon).toEqual(["# Done1", "Make the invoices add up"]);
    await search.fill("ACME-77");
    await expect.poll(() => groupsOn(board), soon).toEqual(["# Waiting1", "Waits for its first message"]);
    await board.picture("board-search");
    await search.fill("nothing has this");
    await board.page.getByRole("heading", { name: "No session matches your search." }).waitFor();
    await board.page.getByRole("button", { name: "Clear search" }).click();
    await board.page.getByRole("link", { name: /Make the invoices/ }).waitFor();
  });

  it("opens a session from the palette by a part of its title", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    await board.open();
    await board.page.getByRole("link", { name: /Make the invoices/ }).waitFor();
    await board.page.keyboard.press("ControlOrMeta+k");
    await board.page.getByPlaceholder("Find a session or an action").fill("invo");
    await board.page.getByRole("option", { name: /Make the invoices/ }).waitFor();
    await board.picture("palette");
    await board.page.keyboard.press("Enter");
    await sessionPage(board.page).says("Done.");
  });
});

describe("an open board", () => {
  it("follows changes of sessions made elsewhere", async () => {
    await using service = await startServiceWithBoard();
    await using board = await openBoard(browser(), { url: service.url });
    await board.open();
    await board.page.getByRole("heading", { name: "No sessions yet" }).waitFor();
    const held = gate(service, "held");
    const { id } = await createSession(service, {
      title: "From the API",
      prompt: `${held.step}\n#script say Shall I go on?`,
    });
    await expect.poll(() => groupsOn(board), soon).toEqual(["# Running1", "From the API"]);
    await held.open();
    await expect.poll(() => groupsOn(board), soon).toEqual(["# Needs you1", "From the API"]);
    await board.page.getByRole("link", { name: "Board 1 needs you" }).waitFor();
    await service.call("PATCH", `/sessions/${id}`, { title: "Renamed" });
    await expect.poll(() => groupsOn(board), soon).toEqual(["# Needs you1", "Renamed"]);
    await service.call("POST", `/sessions/${id}/archive`);
    await board.page.getByRole("heading", { name: "No sessions yet" }).waitFor();
    await board.page.getByRole("button", { name: "Archived" }).click();
    await expect.poll(() => groupsOn(board), soon).toEqual(["# Archived1", "Renamed"]);
    await service.call("DELETE", `/sessions/${id}`);
    await expect.poll(() => groupsOn(board), soon).toEqual([]);
  });

  it("starts, follows and answers a session and returns, with the keyboard alone", async () => {
    await using service = await startServiceWithBoard();
    await using board = await openBoard(browser(), { url: service.url });
    const { keyboard } = board.page;
    const git_root = await service.repository();
    await board.open();
    await board.page.getByRole("heading", { name: "No sessions yet" }).waitFor();
    await keyboard.press("n");
    await focused(board, "Prompt");
    await keyboard.insertText("By keyboard.\n#script say Heard.");
    await tabTo(board, "Repository");
    await keyboard.insertText(git_root);
    await tabTo(board, "Runtime");
    await keyboard.type("pi");
    await keyboard.press("ControlOrMeta+Enter");
    const session = sessionPage(board.page);
    await session.says("Heard.");
    await session.status("Needs you");
    await tabTo(board, "Message");
    await keyboard.insertText("More.\n#script say Heard again.");
    await keyboard.press("ControlOrMeta+Enter");
    await session.says("Heard again.");
    await session.status("Needs you");
    await tabTo(board, "Attach files");
    await pressBoth(board, "g", "b");
    await board.page.getByRole("link", { name: /By keyboard/ }).waitFor();
    await keyboard.press("j");
    await keyboard.press("Enter");
    await session.says("Heard again.");
    await keyboard.press("e");
    await session.status("Archived");
  });
});

const focusedLabel = ({ page }: BoardPage): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    const labels = (activeElement as HTMLInputElement | null)?.labels;
    return activeElement?.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? "";
  });

async function focused(board: BoardPage, label: string): Promise<void> {
  await expect.poll(() => focusedLabel(board), soon).toBe(label);
}

/** Presses Tab until the control of this name has the focus. */
async function tabTo(board: BoardPage, label: string): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 60) {
    const at = await focusedLabel(board);
    if (at === label) return;
    passed.push(at);
    await board.page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${label}: ${passed.join(" > ")}`);
}
