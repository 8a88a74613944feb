import type { Locator, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseAction, groupsOn, rowOf, titlesOn } from "../support/board-page.ts";
import { type BoardPage, openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import type { Session, TestService } from "../support/service.ts";
import { sessionPage, soon } from "../support/session-page.ts";
import { createSession, heldSession, sessionOf } from "../support/sessions.ts";
import { visualAudit } from "../support/visual-audit.ts";

const browser = useBrowser();

const bar = ({ page }: BoardPage): Locator => page.getByRole("region", { name: "Selected sessions" });
const inBar = (board: BoardPage, name: string): Locator =>
  bar(board).getByRole("button", { name, exact: true });
const refuse = (route: Route): Promise<void> =>
  route.fulfill({ status: 500, json: { error: "Broken", message: "It broke.", messages: ["It broke."] } });

const waitingSessions = (service: TestService, titles: readonly string[]): Promise<Session[]> =>
  Promise.all(titles.map((title) => createSession(service, { title })));

describe("actions on the board", () => {
  let service: TestService;
  let ids: Record<string, number>;

  beforeAll(async () => {
    service = await startServiceWithBoard();
    const made = await waitingSessions(service, ["Apples", "Pears", "Plums", "Quinces"]);
    ids = Object.fromEntries(made.map(({ title, id }) => [title, id]));
  }, 60_000);
  afterAll(() => service[Symbol.asyncDispose]());

  const idOf = (title: string): number => ids[title] ?? 0;

  it("adds a favorite at once and reverts it if the service refuses", async () => {
    await using board = await openBoard(browser(), {
      url: service.url,
      intercepted: true,
      expected: [/500/],
    });
    await board.open();
    await rowOf(board, "Pears").hover();
    await rowOf(board, "Pears")
      .getByRole("button", { name: /^Add .* to favorites$/ })
      .click();
    await rowOf(board, "Pears").locator('[aria-pressed="true"]').waitFor();
    await expect.poll(async () => (await sessionOf(service, idOf("Pears"))).favorited, soon).toBe(true);
    await board.page.mouse.move(0, 0);
    await expect.poll(async () => (await titlesOn(board))[0], soon).toBe("Pears");

    await board.page.route("**/toggle_favorite", refuse);
    await rowOf(board, "Apples").hover();
    await rowOf(board, "Apples")
      .getByRole("button", { name: /^Add .* to favorites$/ })
      .click();
    await board.page.getByText("It broke.").waitFor();
    await rowOf(board, "Apples").locator('[aria-pressed="false"]').waitFor();
  });

  it("removes an archived session at once, and restores it with a retry if the service refuses", async () => {
    await using board = await openBoard(browser(), {
      url: service.url,
      intercepted: true,
      expected: [/500/],
    });
    const { page } = board;
    const answer = Promise.withResolvers<void>();
    await page.route("**/bulk_archive", (route) => answer.promise.then(() => refuse(route)), { times: 1 });
    await board.open();
    await chooseAction(board, "Quinces", "Archive");
    await expect.poll(() => titlesOn(board), soon).not.toContain("Quinces");
    answer.resolve();
    await rowOf(board, "Quinces").waitFor();
    const toast = page.locator("[data-sonner-toast]").filter({ hasText: "failed for “Quinces”" });
    await toast.getByRole("button", { name: "Try again" }).click();
    await service.waitFor(idOf("Quinces"), ({ status }) => status === "archived");
    await page.getByRole("button", { name: "Undo" }).click();
    await rowOf(board, "Quinces").waitFor();
    await service.waitFor(idOf("Quinces"), ({ status }) => status !== "archived");
  });

  it("snoozes in local time, shows until when, and ends the snooze", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    await board.open();
    await chooseAction(board, "Plums", "Snooze…");
    await board.page.getByRole("heading", { name: "Snooze “Plums”" }).waitFor();
    await board.picture("board-snooze");
    await board.page.getByRole("button", { name: /^Tomorrow/ }).click();
    await expect.poll(() => titlesOn(board), soon).not.toContain("Plums");
    const snoozed = await service.waitFor(idOf("Plums"), ({ visibility }) => visibility === "snoozed");
    const until = new Date(snoozed.snoozed_until ?? "");
    expect([until.getHours(), until.getMinutes()]).toEqual([9, 0]);

    await board.page.getByRole("button", { name: "Filters" }).click();
    await board.page.getByText("Only (1)").click();
    await board.page.keyboard.press("Escape");
    await rowOf(board, "Plums")
      .getByText(/^Snoozed until/)
      .waitFor();
    await board.picture("board-off");
    await chooseAction(board, "Plums", "Show on the board");
    await service.waitFor(idOf("Plums"), ({ visibility }) => visibility === "visible");
    await board.page.getByRole("heading", { name: "No session matches your filters." }).waitFor();
    await board.page.getByRole("button", { name: "Clear filters" }).click();
    await rowOf(board, "Plums").waitFor();
  });

  it("hides a session and undoes it", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    await board.open();
    await chooseAction(board, "Quinces", "Hide from the board");
    await expect.poll(() => titlesOn(board), soon).not.toContain("Quinces");
    await board.page.getByRole("button", { name: "Undo" }).click();
    await rowOf(board, "Quinces").waitFor();
    await service.waitFor(idOf("Quinces"), ({ visibility }) => visibility === "visible");
  });

  it("keeps filters and order in the address and restores them on the next visit", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    const { page } = board;
    await board.open();
    await page.getByLabel("View", { exact: true }).selectOption("created_desc");
    await expect.poll(() => groupsOn(board), soon).toContain("# Newest first4");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("group", { name: "Status" }).getByRole("button", { name: "Failed" }).click();
    await board.picture("board-filters");
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "No session matches your filters." }).waitFor();
    expect(new URL(page.url()).search).toBe("?view=created_desc&status=failed");

    await page.getByRole("navigation").getByRole("link", { name: "Triggers" }).click();
    await page.getByRole("navigation").getByRole("link", { name: "Board" }).click();
    await page.getByRole("button", { name: "Remove filter: Failed" }).waitFor();
    expect(new URL(page.url()).search).toBe("?view=created_desc&status=failed");
    await page.getByRole("button", { name: "Remove filter: Failed" }).click();
    await expect.poll(() => groupsOn(board), soon).toContain("# Newest first4");
    await page.goBack();
    await page.getByRole("button", { name: "Remove filter: Failed" }).waitFor();
  });

  it("selects with the keyboard, in ranges and all at once, and clears the selection", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    const { keyboard } = board.page;
    await board.open();
    await rowOf(board, "Apples").waitFor();
    await keyboard.press("j");
    await keyboard.press("x");
    await bar(board).getByText("1 selected").waitFor();
    await keyboard.press("j");
    await keyboard.press("j");
    await keyboard.press("Shift+X");
    await bar(board).getByText("3 selected").waitFor();
    await keyboard.press("Shift+ArrowUp");
    await bar(board).getByText("2 selected").waitFor();
    await keyboard.press("Shift+ArrowDown");
    await keyboard.press("Shift+ArrowDown");
    await bar(board).getByText("4 selected").waitFor();
    await keyboard.press("Escape");
    const links = board.page.locator("[data-row] a");
    await links.nth(1).click({ modifiers: ["Shift"] });
    await bar(board).getByText("3 selected").waitFor();
    await links.nth(2).click({ modifiers: ["Shift"] });
    await bar(board).getByText("2 selected").waitFor();
    expect(board.context.pages()).toHaveLength(1);
    await keyboard.press("ControlOrMeta+a");
    await bar(board).getByText("4 selected").waitFor();
    await board.picture("board-selected");
    await keyboard.press("?");
    await board.page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    await board.page.getByRole("dialog").getByText("Archive", { exact: true }).waitFor();
    await board.picture("board-shortcuts");
    await keyboard.press("Escape");
    await board.page.getByRole("dialog").waitFor({ state: "detached" });
    await bar(board).getByText("4 selected").waitFor();
    await keyboard.press("Escape");
    await bar(board).waitFor({ state: "detached" });
  });

  it("offers every action of the current row in the palette", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    const { page } = board;
    await board.open();
    await rowOf(board, "Apples").getByRole("link").focus();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByPlaceholder("Find a session or an action").fill("hide");
    await page.getByRole("option", { name: "Hide from the board: “Apples”" }).waitFor();
    await page.getByPlaceholder("Find a session or an action").fill(`#${idOf("Plums")}`);
    await page.getByRole("option", { name: /Plums/ }).waitFor();
    await page.getByPlaceholder("Find a session or an action").fill("zebra");
    await page.getByRole("option", { name: "Search contents for “zebra”" }).click();
    await expect.poll(() => new URL(page.url()).search, soon).toBe("?q=zebra&contents=true");
    await page.getByRole("status").getByText("No matches in 4 sessions").waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("mend the parser of dates");
    await page.getByRole("option", { name: "Start a session: “mend the parser of dates”" }).waitFor();
    await board.picture("palette-start");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.getByLabel("Prompt", { exact: true }).inputValue(), soon)
      .toBe("mend the parser of dates");
    await page.reload();
    await page.getByRole("status").getByText("No matches in 4 sessions").waitFor();
    await page.keyboard.press("n");
    await expect
      .poll(() => page.getByLabel("Prompt", { exact: true }).inputValue(), soon)
      .toBe("mend the parser of dates");
  });
});

describe("several selected sessions", () => {
  it("are archived, with choices for each refusal, and restored", async () => {
    await using service = await startServiceWithBoard();
    await using board = await openBoard(browser(), { url: service.url });
    const { page } = board;
    const held = [
      await heldSession(service, { title: "Busy" }),
      await heldSession(service, { title: "Queue" }),
    ];
    const [busy = 0, queue = 0] = held.map(({ session }) => session.id);
    await service.call("POST", `/sessions/${queue}/follow_up`, { prompt: "And then\n#script say Then." });
    const [idle] = await waitingSessions(service, ["Idle", "Idle too"]);
    await board.open();
    await rowOf(board, "Idle too").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await inBar(board, "Archive").click();

    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Could not archive 2 sessions" }).waitFor();
    await dialog.getByText("1 message is queued for the session").waitFor();
    await board.picture("board-refusals");
    await dialog.getByRole("button", { name: "End the turn and archive" }).click();
    await service.waitFor(busy, ({ status }) => status === "archived");
    await dialog.getByRole("heading", { name: "Could not archive “Queue”" }).waitFor();
    await dialog.getByRole("button", { name: "Discard and archive" }).click();
    await service.waitFor(queue, ({ status }) => status === "archived");
    await page.getByRole("heading", { name: "No sessions yet" }).waitFor();

    const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Archived 2 sessions" });
    await toast.getByRole("button", { name: "Undo" }).click();
    await rowOf(board, "Idle too").waitFor();
    await service.waitFor(idle?.id ?? 0, ({ status }) => status !== "archived");
    for (const { release } of held) await release();
  });

  it("are archived one after the other with the keyboard", async () => {
    await using service = await startServiceWithBoard();
    await using board = await openBoard(browser(), { url: service.url });
    const { keyboard } = board.page;
    await waitingSessions(service, ["One", "Two", "Three"]);
    await board.open();
    await expect.poll(() => titlesOn(board), soon).toHaveLength(3);
    const [, second] = await titlesOn(board);
    await keyboard.press("j");
    await keyboard.press("j");
    await keyboard.press("e");
    await expect.poll(() => titlesOn(board), soon).not.toContain(second);
    const [, next] = await titlesOn(board);
    await keyboard.press("j");
    await keyboard.press("e");
    await expect.poll(() => titlesOn(board), soon).not.toContain(next);
    await expect.poll(() => titlesOn(board), soon).toHaveLength(1);
  });

  it("send their queued messages instead of being archived", async () => {
    await using service = await startServiceWithBoard();
    await using board = await openBoard(browser(), { url: service.url });
    const { session, release } = await heldSession(service, { title: "Has more to do" });
    await service.call("POST", `/sessions/${session.id}/follow_up`, {
      prompt: "More\n#script say More done.",
    });
    await board.open();
    await chooseAction(board, "Has more to do", "Archive");
    await board.page.getByRole("button", { name: "Send now and keep open" }).click();
    await service.waitFor(session.id, ({ status }) => status === "needs_input");
    await board.page.getByRole("link", { name: /Has more to do/ }).click();
    await sessionPage(board.page).says("More done.");
    await release();
  });
});

describe("a list under the pointer", () => {
  it("keeps its rows in place until the pointer leaves", async () => {
    await using service = await startServiceWithBoard();
    await using board = await openBoard(browser(), { url: service.url });
    const [first] = await waitingSessions(service, ["First", "Second"]);
    const git_root = await service.repository();
    await board.open();
    await expect.poll(() => titlesOn(board), soon).toHaveLength(2);
    const before = await groupsOn(board);
    // The pointer counts for a while after it moved: nothing that takes long stands between.
    await rowOf(board, "First").hover();
    await service.call("POST", `/sessions/${first?.id}/archive`);
    await createSession(service, { title: "Third", git_root });
    await board.page.getByRole("button", { name: "2 sessions moved. Update" }).waitFor();
    expect(await groupsOn(board)).toEqual(before);
    await board.picture("board-held");
    await board.page.mouse.move(0, 0);
    await expect.poll(() => titlesOn(board), soon).toEqual(["Third", "Second"]);
  });
});

interface Listed {
  sessions: Session[];
  board_rows: Record<string, { agent_root: string | null; status_summary: string | null }>;
}

/** What would take a small model and a tool that asks: a summary, a question and unread news of sessions. */
async function dressUp({ page }: BoardPage, of: { summarised: number; asking: number }): Promise<void> {
  await page.route("**/ui/v1/sessions?**", async (route) => {
    const list = (await (await route.fetch()).json()) as Listed;
    const sessions = list.sessions.map((session) =>
      session.id === of.asking ? { ...session, status: "needs_input" } : session,
    );
    const row = {
      agent_root: null,
      status_summary: "Has read the invoices and waits for the list of currencies that are to be left out.",
    };
    const board_rows = { ...list.board_rows, [of.summarised]: row };
    await route.fulfill({ json: { ...list, sessions, board_rows } });
  });
  await page.route("**/ui/v1/notifications?**", (route) =>
    route.fulfill({ json: { notifications: [{ session_id: of.summarised }] } }),
  );
}

/** An event of the session that works shows it as it is; it has few, so that the next page has the question again. */
async function openAsking(board: BoardPage): Promise<void> {
  const question = rowOf(board, "At work").getByText("Question", { exact: true });
  const shows = async (): Promise<boolean> => {
    await board.open();
    return question.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(shows, soon).toBe(true);
}

describe("a row", () => {
  it("shows a summary, a question, a star and an unread mark at every width", async () => {
    await using service = await startServiceWithBoard();
    const titles = ["A title long enough to be cut off where the screen is that of a phone held upright"];
    const [{ id } = { id: 0 }] = await waitingSessions(service, titles);
    await service.call("POST", `/sessions/${id}/toggle_favorite`);
    const held = await heldSession(service, { title: "At work" });
    for (const size of ["desk", "phone"] as const) {
      await using board = await openBoard(browser(), { url: service.url, intercepted: true, size });
      if (size === "phone") await board.page.setViewportSize({ width: 360, height: 740 });
      await dressUp(board, { summarised: id, asking: held.session.id });
      await openAsking(board);
      await rowOf(board, "A title").getByText("Has read the invoices").waitFor();
      await rowOf(board, "A title").getByText("Unread").waitFor();
      await board.page.getByLabel("Select “At work”").click();
      await bar(board).waitFor();
      expect(await visualAudit(board, `board-rows-${size}`)).toEqual([]);
      await board.page.getByRole("button", { name: "Filters" }).click();
      await board.page.getByRole("group", { name: "Status" }).waitFor();
      expect(await visualAudit(board, `board-filters-${size}`)).toEqual([]);
    }
    await held.release();
  });
});
