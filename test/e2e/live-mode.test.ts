import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardPage, openBoard, useBrowser } from "../support/browser.ts";
import {
  askTool,
  changeSettings,
  hear,
  type LiveBoard,
  openPanel,
  panel,
  say,
  startLiveBoard,
  state,
} from "../support/live-page.ts";
import { microphoneFlags } from "../support/microphone.ts";
import { soon } from "../support/session-page.ts";
import { createSession } from "../support/sessions.ts";

let live: LiveBoard;
const browser = useBrowser(microphoneFlags());

beforeAll(async () => {
  live = await startLiveBoard();
  await createSession(live.service, { title: "Checkout" });
}, 60_000);
afterAll(() => live[Symbol.asyncDispose]());

const show = async (options: Partial<Parameters<typeof openBoard>[1]> = {}): Promise<BoardPage> => {
  const board = await openBoard(browser(), { url: live.service.url, ...options });
  await board.open("/");
  await openPanel(board);
  return board;
};
const setting = (board: BoardPage, listening_mode: string) => changeSettings(board, { listening_mode });

describe("a typed conversation", () => {
  it("is answered as it is written, shows tools, and lights up the sessions that it names", async () => {
    await using board = await show();
    const { page } = board;
    await panel(page).getByText("Ask about your sessions").waitFor();
    await board.picture("live-empty");
    live.provider.script(
      { calls: [{ name: "what_needs_me", arguments: {} }] },
      { says: ["<img src=x onerror=alert(1)> Only ", "#1 needs you."] },
    );
    await panel(page).getByLabel("Message").fill("What needs me?");
    await page.keyboard.press("Enter");
    await panel(page).getByText("Only #1 needs you.", { exact: false }).first().waitFor();
    await panel(page).getByText("what needs me", { exact: true }).waitFor();
    expect(await panel(page).locator("img").count()).toBe(0);
    const row = page.locator('main [data-session="1"]').first();
    await expect.poll(() => row.evaluate((one) => getComputedStyle(one).boxShadow), soon).toContain("inset");
    await board.picture("live-text");
  });

  it("asks with a card, which a button answers", async () => {
    await using board = await show();
    const { page } = board;
    live.provider.script(
      { calls: [{ name: "action_session", arguments: { action: "refresh_all" } }] },
      { says: ["Shall I refresh all sessions?"] },
    );
    await panel(page).getByLabel("Message").fill("Refresh all");
    await page.keyboard.press("Enter");
    await panel(page).getByText("This touches more than five sessions.").waitFor();
    await board.picture("live-card");
    await panel(page).getByRole("button", { name: "Do it" }).click();
    await panel(page).getByText("Done", { exact: true }).waitFor();
  });
});

describe("a call", () => {
  it("hears, runs two tools at once, answers once, and its rows are what was said", async () => {
    await using board = await show();
    const { page } = board;
    const call = await live.talk(page);
    await call.sound;
    await board.picture("live-listening");
    hear(call, "u1", "What needs me?");
    askTool(call, { id: "c1", name: "what_needs_me", sent: {} }, { id: "c2", name: "get_quota", sent: {} });
    await call.next("response.create");
    expect(call.received.filter(({ type }) => type === "response.create")).toHaveLength(1);
    const outputs = call.received.flatMap(({ item }) => {
      const one = item as { type?: string; call_id?: string } | undefined;
      return one?.type === "function_call_output" ? [one.call_id] : [];
    });
    expect(outputs).toEqual(["c1", "c2"]);
    say(call, "a1", "Nothing needs you.");
    await state(page, "Speaking").waitFor();
    await board.picture("live-speaking");
    call.send({ type: "output_audio_buffer.stopped", response_id: "resp_a1" });
    await expect
      .poll(async () => (await live.rows()).slice(-4), soon)
      .toEqual([
        "user: What needs me?",
        "tool: what_needs_me",
        "tool: get_quota",
        "assistant: Nothing needs you.",
      ]);
    await expect.poll(async () => (await live.conversation()).cost_dollars, soon).toBeGreaterThan(0.005);
    await page.getByRole("button", { name: "End the call" }).click();
    await state(page, "Microphone off").waitFor();
    await expect.poll(() => call.isClosed(), soon).toBe(true);
    await expect.poll(async () => (await live.conversation()).mode, soon).toBe("text");
    expect(await page.content()).not.toContain("ek_");
  });

  it("stores an answer that was interrupted as it was heard", async () => {
    await using board = await show();
    const { page } = board;
    const call = await live.talk(page);
    say(call, "a2", "There are seven sessions that need you right now");
    await state(page, "Speaking").waitFor();
    call.send({ type: "input_audio_buffer.speech_started", item_id: "u9" });
    call.send({ type: "conversation.item.truncated", item_id: "a2", content_index: 0, audio_end_ms: 1_000 });
    call.send({ type: "output_audio_buffer.cleared", response_id: "resp_a2" });
    await expect
      .poll(async () => (await live.conversation()).turns.at(-1), soon)
      .toMatchObject({
        content: "There are seven",
        interrupted: true,
        unheard: "sessions that need you right now",
      });
    await page.keyboard.press("Escape");
    await state(page, "Microphone off").waitFor();
  });

  it("opens the microphone only while Space is held", async () => {
    await using board = await show();
    const { page } = board;
    const call = await live.talk(page);
    await panel(page).getByText("Hands-free").click();
    await state(page, "Hold to talk").waitFor();
    await page.locator("main").focus();
    await page.keyboard.down("Space");
    await state(page, "Listening").waitFor();
    await page.keyboard.up("Space");
    await state(page, "Hold to talk").waitFor();
    await board.picture("live-hold");
    await page.keyboard.press("Escape");
    await expect.poll(() => call.isClosed(), soon).toBe(true);
  });

  it("answers only after its name where the owner wants that, and deletes what was not meant for it", async () => {
    await using board = await show();
    const { page } = board;
    await setting(board, "wake_word");
    const call = await live.talk(page, "Waiting for");
    await board.picture("live-wake-word");
    hear(call, "n1", "Pass me the salt");
    expect(await call.next("conversation.item.delete")).toMatchObject({ item_id: "n1" });
    hear(call, "n2", "Signalbox, what needs me?");
    await call.next("response.create");
    expect((await live.rows()).at(-1)).toBe("user: Signalbox, what needs me?");
    expect((await live.rows()).join()).not.toContain("salt");
    await page.keyboard.press("Escape");
    await setting(board, "default");
  });

  it("connects again after it was cut off, with what was said", async () => {
    await using board = await show();
    const { page } = board;
    const first = await live.talk(page);
    hear(first, "d1", "Remember the till");
    await expect.poll(async () => (await live.rows()).at(-1), soon).toBe("user: Remember the till");
    const before = live.provider.calls.length;
    await first.drop();
    const second = await live.provider.call(before);
    const recap = await second.next("conversation.item.create");
    expect(JSON.stringify(recap)).toContain("Remember the till");
    await state(page, "Listening").waitFor();
    hear(second, "d2", "And now?");
    await expect
      .poll(async () => (await live.rows()).slice(-2), soon)
      .toEqual(["user: Remember the till", "user: And now?"]);
    await page.keyboard.press("Escape");
  });

  it("says why it cannot be connected, and typing goes on in the same conversation", async () => {
    await using board = await show({ expected: [/status of 502/] });
    const { page } = board;
    live.provider.refuseMint({ status: 429, message: "Too many calls today" });
    await page.getByRole("button", { name: "Start talking" }).click();
    await panel(page).getByRole("alert").filter({ hasText: "Too many calls today" }).waitFor();
    await board.picture("live-refused");
    live.provider.script({ says: ["Typed it is."] });
    await panel(page).getByLabel("Message").fill("Then I type");
    await page.keyboard.press("Enter");
    await panel(page).getByText("Typed it is.").first().waitFor();
  });
});

it("fills a phone's screen", async () => {
  const board = await openBoard(browser(), { url: live.service.url, size: "phone", look: "dark" });
  await using _closing = board;
  await board.open("/more");
  await board.page.getByRole("button", { name: /Talk to your sessions/ }).click();
  await panel(board.page).waitFor();
  await board.picture("live-phone");
  await live.talk(board.page);
  await board.picture("live-phone-listening");
});
