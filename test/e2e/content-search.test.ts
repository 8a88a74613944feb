import { describe, expect, it } from "vitest";
import { rowOf, titlesOn } from "../support/board-page.ts";
import { openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import { soon } from "../support/session-page.ts";
import { createSession, restedSession } from "../support/sessions.ts";

const browser = useBrowser();

describe("a content search", () => {
  it("finds what an agent said and shows how many sessions it searched", async () => {
    await using service = await startServiceWithBoard();
    await using board = await openBoard(browser(), { url: service.url });
    await restedSession(service, "#script say The marmalade is ready.", { title: "Breakfast" });
    await restedSession(service, "#script say Nothing of note.", { title: "Lunch" });
    await board.open();
    await rowOf(board, "Lunch").waitFor();
    await board.page.keyboard.press("/");
    await board.page.getByLabel("Search titles and metadata").fill("marmalade is");
    await board.page.getByRole("button", { name: "Search contents too" }).click();
    await board.page.getByRole("status").getByText("1 session found in 2 searched").waitFor();
    await expect.poll(() => titlesOn(board), soon).toEqual(["Breakfast"]);
    expect(new URL(board.page.url()).searchParams.get("contents")).toBe("true");
    await board.picture("board-contents");
    await board.page.reload();
    await expect.poll(() => titlesOn(board), soon).toEqual(["Breakfast"]);
  });

  it("says why it stopped and continues from there", async () => {
    await using service = await startServiceWithBoard();
    await using board = await openBoard(browser(), {
      url: service.url,
      intercepted: true,
      expected: [/500/],
    });
    const { page } = board;
    await createSession(service, { title: "Has the needle" });
    let broken = true;
    await page.route("**/sessions/search?**", (route) => {
      const message = "The service is stopping";
      if (broken)
        return route.fulfill({ status: 500, json: { error: "Error", message, messages: [message] } });
      return route.continue();
    });
    await board.open("/?q=needle&contents=true");
    await page.getByRole("alert").getByText("The service is stopping").waitFor();
    broken = false;
    await page.getByRole("button", { name: "Resume search" }).click();
    await expect.poll(() => titlesOn(board), soon).toEqual(["Has the needle"]);
  });

  it("continues where it stopped, and can be stopped before it finds anything", async () => {
    await using service = await startServiceWithBoard();
    await using board = await openBoard(browser(), { url: service.url, intercepted: true });
    const { page } = board;
    await createSession(service, { title: "Only one" });
    const reply = (next: string | null, scanned: number) => ({
      query: "needle",
      search_contents: true,
      sessions: [],
      pagination: { page: 1, per_page: 25, total_count: null, total_pages: null },
      content_scan: {
        complete: next === null,
        timed_out: next !== null,
        scanned_sessions: scanned,
        candidate_sessions: 300,
        next_cursor: next,
      },
    });
    let releaseLast: () => void = () => undefined;
    const last = new Promise<void>((resolve) => {
      releaseLast = resolve;
    });
    await page.route("**/sessions/search?**", async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get("scan_cursor");
      if (cursor === null) return route.fulfill({ json: reply("a", 100) });
      if (cursor === "a") return route.fulfill({ json: reply("b", 100) });
      await last;
      await route.fulfill({ json: reply(null, 100) }).catch(() => undefined);
    });
    await board.open("/?q=needle&contents=true");
    await page.getByRole("status").getByText("Searching transcripts: 200 of 300 sessions").waitFor();
    await page.getByRole("heading", { name: "No session matches so far." }).waitFor();
    await board.picture("board-scan");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Searched 200 of 300 sessions, no matches yet").waitFor();
    releaseLast();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("No matches in 300 sessions").waitFor();
    await page.getByRole("heading", { name: "No session matches your search." }).waitFor();
  });
});
