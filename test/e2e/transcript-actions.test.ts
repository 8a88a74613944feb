/** @module-tag real-cli */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { claudeUser } from "../support/pictures.ts";
import { answerLine, seedLines, seedTranscript } from "../support/seed-transcript.ts";
import { atRest, type TestService } from "../support/service.ts";
import { gate, soon } from "../support/session-page.ts";
import { clonedSession, createSession, promptsWith, restedSession } from "../support/sessions.ts";
import { visualAudit } from "../support/visual-audit.ts";
import { useShow } from "./open-page.ts";

const show = useShow(() => service);
const claude = join(import.meta.dirname, "../clis/node_modules/.bin/claude");
let service: TestService;
/** A session with 1,000 answers, more than are loaded at first. */
let longId = 0;

beforeAll(async () => {
  service = await startServiceWithBoard();
  longId = (await clonedSession(service, { agent_runtime: "claude_code" })).id;
  await seedTranscript(service, longId, 1_000);
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const inSight = (page: Page, text: string) => page.getByText(text, { exact: true }).isVisible();

/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("an entry of the transcript", () => {
  const prompt = "Say two things.\n#script bash cmd=echo between\n#script say The **second** thing.";

  it("is copied, linked to, and opened by its link", async () => {
    const { id } = await restedSession(service, prompt);
    await using board = await show(`/sessions/${id}`);
    const { page } = board;
    const answer = page
      .getByRole("group")
      .filter({ has: page.getByRole("article", { name: "Response" }) })
      .last();
    await answer.hover();
    await answer.getByRole("button", { name: "Copy text" }).click();
    await expect.poll(() => copied(page), soon).toBe("The **second** thing.");
    await board.picture("transcript-entry-actions");
    await answer.getByRole("button", { name: /^Copy a link to line/ }).click();
    await page.getByText(/^Link to line \d+ copied$/).waitFor();
    expect(await copied(page)).toMatch(new RegExp(`/sessions/${id}#m\\d+$`));
  });

  it("is listed in the outline under its turn and the cost of the turn", async () => {
    const { id } = await restedSession(service, prompt);
    await using board = await show(`/sessions/${id}?panel=none`);
    const { page, session } = board;
    const header = page.getByRole("main").locator("header");
    await header.getByText(/^Cost so far: .*\$/).waitFor();
    await header.getByText("Spot", { exact: true }).waitFor();
    await session.press("Outline");
    const outline = page.getByRole("list", { name: "Turns, oldest first" });
    await outline.getByText(/^First prompt · .+ · \S*\$/).waitFor();
    await board.picture("transcript-outline");
    expect(await graveViolations(board)).toEqual([]);
    await outline.getByRole("link", { name: /^Say two things\./ }).click();
    await page.waitForURL(/#m\d+$/);
    await expect.poll(() => outline.count(), soon).toBe(0);
  });

  it("is where a fork continues", async () => {
    const { id } = await restedSession(service, prompt);
    await using board = await show(`/sessions/${id}`);
    const { page, session } = board;
    const answer = page
      .getByRole("group")
      .filter({ has: page.getByRole("article", { name: "Response" }) })
      .last();
    await answer.hover();
    await answer.getByRole("button", { name: /^Fork from line/ }).click();
    await page.getByText(/It continues from line \d+ of session/).waitFor();
    const fork = new URL(page.url()).pathname.replace("/sessions/", "");
    expect(fork).not.toBe(String(id));
    // What is shown until then is the session that it was made from.
    await page.locator(`header[data-session="${fork}"]`).waitFor();
    await session.status("Needs you");
    await session.transcript.getByText("thing.", { exact: false }).last().waitFor();
    await board.picture("transcript-forked");
    await session.send("Go on here.\n#script say From the fork.");
    await session.says("From the fork.");
    expect(promptsWith(service, "Go on here.").length).toBeGreaterThan(0);
  });

  it("shows the reason of the service if it could not be forked", async () => {
    await using board = await show(`/sessions/${longId}`, { intercepted: true, expected: [/422/] });
    const { page, session } = board;
    await session.says("Line 1000.");
    await page.route("**/fork", (route) =>
      route.fulfill({
        status: 422,
        contentType: "application/json",
        body: JSON.stringify({
          error: "Fork failed",
          message: "No.",
          messages: ["The session has no clone now."],
        }),
      }),
    );
    await page.keyboard.press("f");
    await page.getByText("Could not create the fork").waitFor();
    await page.getByText("The session has no clone now.").waitFor();
  });
});

describe("a long transcript", () => {
  it("opens at the line in the address, however far back", async () => {
    await using board = await show(`/sessions/${longId}?panel=none#m11`);
    const { page } = board;
    await page.getByText("Line 12.", { exact: true }).waitFor();
    await expect.poll(() => inSight(page, "Line 12."), soon).toBe(true);
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
    await board.picture("transcript-linked");
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await page.getByText("Line 1000.", { exact: true }).waitFor();
  });

  it("is searched beyond the loaded lines and around its ends", async () => {
    await using board = await show(`/sessions/${longId}?panel=none`);
    const { page, session } = board;
    await session.says("Line 1000.");
    await page.keyboard.press("/");
    const box = page.getByRole("textbox", { name: "Find in the transcript" });
    await expect.poll(() => box.evaluate((field) => field === document.activeElement), soon).toBe(true);
    await box.fill("line 77");
    const status = page.getByRole("search").getByRole("status");
    await box.press("Enter");
    // Lines 77 and 770 to 779, of which only the last are loaded.
    await expect.poll(() => status.innerText(), soon).toBe("11 of 11");
    await page.getByText("Line 779.", { exact: true }).waitFor();
    await board.picture("transcript-find");
    expect(await graveViolations(board)).toEqual([]);
    await box.press("Shift+Enter");
    await expect.poll(() => status.innerText(), soon).toBe("1 of 11");
    await expect.poll(() => inSight(page, "Line 77."), soon).toBe(true);
    await session.transcript.focus();
    await page.keyboard.press("n");
    await expect.poll(() => status.innerText(), soon).toBe("11 of 11");
    await expect.poll(() => inSight(page, "Line 779."), soon).toBe(true);
    await page.keyboard.press("Shift+N");
    await expect.poll(() => inSight(page, "Line 77."), soon).toBe(true);
    // From far back the way to the end is one press, and what lies between is loaded on the way on foot.
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await session.says("Line 1000.");
    await box.fill("never said");
    await box.press("Enter");
    await expect.poll(() => status.innerText(), soon).toBe("No matches");
    await box.press("Escape");
    await page.getByRole("search").waitFor({ state: "detached" });
  });

  it("is no longer searched after another session is opened", async () => {
    const top = await restedSession(service, "#script say One.", { title: "Top" });
    const child = await restedSession(service, "#script say Two.", { parent_session_id: top.id });
    await using board = await show(`/sessions/${child.id}?panel=details`);
    const { page, session } = board;
    await session.says("Two.");
    await session.press("Find in the transcript");
    await page.getByRole("search").waitFor();
    await page.getByRole("list", { name: "Session tree" }).getByText("Top", { exact: true }).click();
    await session.says("One.");
    await page.getByRole("search").waitFor({ state: "detached" });
  });

  it("names the turn being read, also if its prompt is not loaded, and returns to it", async () => {
    const { id } = await createSession(service, { agent_runtime: "claude_code", clone_only: true });
    const answers = (count: number) => Array.from({ length: count }, (_, n) => answerLine(`Part ${n + 1}.`));
    const told = (text: string) => claudeUser([{ type: "text", text }]);
    await seedLines(service, id, [
      { ...told("First task.\nAnd more."), timestamp: "2026-11-18T10:00:00.000Z" },
      ...answers(250),
      told("Second task."),
      ...answers(60),
    ]);
    await using board = await show(`/sessions/${id}?panel=none`);
    const { page, session } = board;
    const bar = (text: string) => page.getByRole("button", { name: `Go to the prompt: ${text}` });
    await session.says("Part 60.");
    await bar("Second task.").waitFor();
    await board.picture("transcript-reading-bar");
    expect(await graveViolations(board)).toEqual([]);
    await bar("Second task.").click();
    const prompt = page.getByRole("article", { name: "Prompt" });
    await prompt.getByText("Second task.").waitFor();
    await bar("First task.").waitFor();
    await bar("First task.").click();
    await prompt.getByText("First task.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Go to the prompt/ }).count(), soon).toBe(0);
    const days = session.transcript.getByRole("heading");
    // With the year once it is another one.
    const named = [/^(?:Wed, Nov 18|Nov 18, 2026)$/, /^(?:Fri, Nov 20|Nov 20, 2026)$/];
    await expect
      .poll(() => days.allInnerTexts(), soon)
      .toEqual(named.map((day) => expect.stringMatching(day) as unknown));
    await board.picture("transcript-days");
  });

  it("shows which entry has the focus", async () => {
    await using board = await show(`/sessions/${longId}?panel=none`);
    const { page, session } = board;
    await session.says("Line 1000.");
    await page.keyboard.press("j");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    await expect.poll(focused, soon).toMatch(/^Line 9[89]\d$/);
    const before = await focused();
    await page.keyboard.press("j");
    await expect.poll(focused, soon).not.toBe(before);
    const ring = () =>
      page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    await expect.poll(ring, soon).toBe("solid");
    await board.picture("transcript-focus");
    await session.transcript.focus();
    await page.keyboard.press("Shift");
    await expect.poll(ring, soon).toBe("solid");
  });
});

describe("files for the agent", () => {
  const prompt = "See these.\n#script say Seen.";

  it("are pasted, shown, removed, kept until the page is closed, and sent", async () => {
    const { id } = await restedSession(service);
    await using board = await show(`/sessions/${id}`);
    const { page, session } = board;
    const input = page.getByLabel("Message the agent").locator("input[type=file]");
    await input.setInputFiles([
      { name: "pixel.png", mimeType: "image/png", buffer: pixel },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("a note") },
      { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
    ]);
    await page.getByText("empty.txt was not attached: the file is empty.").waitFor();
    await session.composer.focus();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["pasted words"], "pasted.txt", { type: "text/plain" }));
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true }),
      );
    });
    const files = page.getByLabel("Attachments").getByRole("listitem");
    await expect.poll(() => files.count(), soon).toBe(3);
    await page.getByText(/^3 of 20 files/).waitFor();
    await board.picture("composer-attachments");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("button", { name: "Remove pasted.txt" }).click();

    await page.getByRole("link", { name: "Changes" }).click();
    await page.getByRole("link", { name: "Conversation" }).click();
    await expect.poll(() => files.count(), soon).toBe(2);
    await session.send(prompt);
    await session.says("Seen.");
    await page
      .getByRole("button", { name: /^Picture/ })
      .first()
      .waitFor();
    await expect.poll(() => files.count(), soon).toBe(0);
  });

  it("stay with their message if it is refused", async () => {
    const { id } = await restedSession(service);
    await using board = await show(`/sessions/${id}`, { intercepted: true, expected: [/422/] });
    const { page, session } = board;
    await page.route("**/follow_up", (route) =>
      route.fulfill({
        status: 422,
        contentType: "application/json",
        body: JSON.stringify({
          error: "Invalid",
          message: "No.",
          messages: ["The attachment will not store."],
        }),
      }),
    );
    await page
      .getByLabel("Message the agent")
      .locator("input[type=file]")
      .setInputFiles([{ name: "pixel.png", mimeType: "image/png", buffer: pixel }]);
    await session.send("Keep it all.");
    await page.getByRole("alert").getByText("The attachment will not store.").waitFor();
    await expect.poll(() => session.composer.inputValue(), soon).toBe("Keep it all.");
    await expect.poll(() => page.getByLabel("Attachments").getByRole("listitem").count(), soon).toBe(1);
  });

  it("are sent with the first message of a new session", async () => {
    await using board = await show("/sessions/new");
    const { page, session } = board;
    await page.getByLabel("Repository", { exact: true }).fill(await service.repository());
    await page.getByLabel("Runtime").selectOption({ label: "pi" });
    await page
      .locator("input[type=file]")
      .setInputFiles([{ name: "pixel.png", mimeType: "image/png", buffer: pixel }]);
    await page.getByText("Enter a prompt to send with the files.").waitFor();
    await page.getByLabel("Prompt", { exact: true }).fill(prompt);
    await board.picture("new-session-attachments");
    await session.press("Start session");
    await session.says("Seen.");
    await page
      .getByRole("button", { name: /^Picture/ })
      .first()
      .waitFor();
    await page.getByRole("heading", { name: "See these." }).waitFor();
  });

  it("are listed next to the files of the agent, with links to their lines", async () => {
    const { id } = await clonedSession(service);
    const left = "#script bash cmd=echo noted > $SIGNALBOX_SCRATCH/left.md";
    const attachments = [
      { filename: "pixel.png", media_type: "image/png", data: pixel.toString("base64") },
      { filename: "list.csv", media_type: "text/csv", data: Buffer.from("a,b").toString("base64") },
    ];
    await service.call("POST", `/sessions/${id}/follow_up`, {
      prompt: `See these.\n${left}\n#script say Seen.`,
      attachments,
    });
    await service.waitFor(id, atRest);
    await using board = await show(`/sessions/${id}?tab=artifacts&panel=none`, { size: "phone" });
    const { page, session } = board;
    const sent = page.getByRole("region", { name: "Attachments" });
    await sent.getByRole("link", { name: "Download list.csv" }).waitFor();
    await page
      .getByRole("region", { name: "Scratch folder" })
      .getByText("left.md", { exact: true })
      .waitFor();
    await page.getByText("No pictures yet. Pictures that the agent sees appear here.").waitFor();
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await visualAudit(board, "session-artifacts-phone")).toEqual([]);
    await sent.getByRole("button", { name: "Picture: pixel.png" }).click();
    await page.getByRole("dialog").getByRole("heading", { name: "Picture: pixel.png" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count(), soon).toBe(0);
    await sent.getByRole("link", { name: /^Line \d+ of the conversation: See these/ }).click();
    await page.waitForURL(/#m\d+$/);
    await session.says("Seen.");
  });
});

describe("the subagents of a session", () => {
  it("are listed, opened, and link to the line that started them", async (context) => {
    if (!existsSync(claude)) context.skip("Claude Code is not installed in test/clis");
    const inner = gate(service, "inner");
    const { id } = await createSession(service, {
      agent_runtime: "claude_code",
      prompt: [
        "Ask somebody.",
        `#script task description="Look about" agent=general-purpose prompt=${JSON.stringify(`Look.\n#script bash cmd=echo inner\n${inner.step}\n#script say The inner answer.`)}`,
        "#script say The outer answer.",
      ].join("\n"),
    });
    await using board = await show(`/sessions/${id}?panel=none`);
    const { page, session } = board;
    const work = page.getByRole("region", { name: "Work of Look about" });
    await page.getByRole("button", { name: "Show work" }).click();
    await work.getByText("bash", { exact: false }).first().waitFor();
    await board.picture("subagent-lane");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("button", { name: "Hide work" }).click();
    await expect.poll(() => work.count(), soon).toBe(0);
    await page.getByRole("link", { name: "Open transcript" }).click();
    await page.getByLabel("Transcript of the subagent").getByText("bash", { exact: false }).first().waitFor();
    await page.getByText("Running", { exact: true }).last().waitFor();
    await board.picture("subagent-running");
    await inner.open();
    await page.getByLabel("Transcript of the subagent").getByText("The inner answer.").first().waitFor();
    await service.waitFor(id, atRest);
    await page.getByLabel("Subagent Look about").getByText("Done", { exact: true }).waitFor();
    await board.picture("subagent-done");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("link", { name: "All subagents" }).click();
    await page.getByRole("link", { name: /Look about.*\$/ }).waitFor();
    await board.picture("subagents-list");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("link", { name: /Look about/ }).click();
    await page.getByRole("link", { name: "Where it started" }).click();
    await page.getByRole("link", { name: "Open transcript" }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#m\d+$/);
    await session.says("The outer answer.");
  });

  it("are not listed if the agent works alone, on a phone", async () => {
    const { id } = await restedSession(service);
    await using board = await show(`/sessions/${id}?tab=subagents`, { size: "phone" });
    await board.page.getByText("No subagents").waitFor();
    expect(await board.page.getByLabel("Transcript filters").count()).toBe(0);
    expect(await visualAudit(board, "subagents-none-phone")).toEqual([]);
  });
});
