import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardPage, openBoard, useBrowser } from "../support/browser.ts";
import {
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

let live: LiveBoard;
const browser = useBrowser(microphoneFlags());

beforeAll(async () => {
  live = await startLiveBoard();
}, 60_000);
afterAll(() => live[Symbol.asyncDispose]());

/** What the page keeps so that a test can unplug the microphone. */
declare global {
  var openStreams: MediaStream[];
}

const keepStreams = (): void => {
  globalThis.openStreams = [];
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    globalThis.openStreams.push(stream);
    return stream;
  };
};

const show = async (options: Partial<Parameters<typeof openBoard>[1]> = {}): Promise<BoardPage> => {
  const board = await openBoard(browser(), { url: live.service.url, ...options });
  await board.context.addInitScript(keepStreams);
  await board.open("/");
  await openPanel(board);
  return board;
};
const openTracks = ({ page }: BoardPage): Promise<number> =>
  page.evaluate(
    () =>
      openStreams.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === "live")
        .length,
  );
const unplug = ({ page }: BoardPage): Promise<void> =>
  page.evaluate(() => {
    const track = openStreams.at(-1)?.getAudioTracks()[0];
    track?.stop();
    // A page that stops a track itself is not told; one that loses its device is.
    track?.dispatchEvent(new Event("ended"));
  });

describe("a microphone", () => {
  it("that the browser refuses is said with a way on, and nobody is called", async () => {
    await using board = await show({ intercepted: true, expected: [/Permissions policy violation/] });
    const { page } = board;
    await page.route(`${live.service.url}/`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), "permissions-policy": "microphone=()" };
      await route.fulfill({ response, headers });
    });
    await board.open("/");
    await openPanel(board);
    const calls = live.provider.calls.length;
    await page.getByRole("button", { name: "Start talking" }).click();
    await panel(page)
      .getByRole("alert")
      .filter({ hasText: "The microphone is blocked for this page" })
      .waitFor();
    await state(page, "Microphone off").waitFor();
    await board.picture("live-denied");
    expect(live.provider.calls).toHaveLength(calls);
  });

  it("that is lost in a call is replaced by the default one; without another, the call ends", async () => {
    await using board = await show();
    const { page } = board;
    const call = await live.talk(page);
    await unplug(board);
    await panel(page).getByText("The call goes on with the default one.", { exact: false }).waitFor();
    await state(page, "Listening").waitFor();
    expect(await openTracks(board)).toBe(1);
    await board.picture("live-device-lost");
    hear(call, "l1", "Still there?");
    await expect.poll(async () => (await live.rows()).at(-1), soon).toBe("user: Still there?");
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotFoundError"));
    });
    await unplug(board);
    await panel(page).getByRole("alert").filter({ hasText: "there is no other" }).waitFor();
    await state(page, "Microphone off").waitFor();
    await expect.poll(() => call.isClosed(), soon).toBe(true);
    expect(await openTracks(board)).toBe(0);
  });
});

describe("a call", () => {
  it("whose secret has expired gets another one", async () => {
    await using board = await show({ expected: [/status of 401/] });
    const { page } = board;
    const before = live.provider.requests("/v1/realtime/client_secrets").length;
    live.provider.refuseCalls(401);
    await live.talk(page);
    expect(live.provider.requests("/v1/realtime/client_secrets")).toHaveLength(before + 2);
    await page.keyboard.press("Escape");
  });

  it("that the provider does not take lets go of the microphone and says so", async () => {
    await using board = await show({ expected: [/status of 503/] });
    const { page } = board;
    live.provider.refuseCalls(503);
    await page.getByRole("button", { name: "Start talking" }).click();
    await panel(page).getByRole("alert").filter({ hasText: "did not take the call (503)" }).waitFor();
    expect(await openTracks(board)).toBe(0);
  });

  it("that is cut off for good ends, and says so", async () => {
    await using board = await show({ expected: [/status of 503/] });
    const { page } = board;
    const call = await live.talk(page);
    live.provider.refuseCalls(503, 503, 503);
    await call.drop();
    await panel(page).getByText("Connecting again", { exact: false }).waitFor();
    await board.picture("live-reconnecting");
    await panel(page).getByRole("alert").filter({ hasText: "could not be connected again" }).waitFor();
    await state(page, "Microphone off").waitFor();
    expect(await openTracks(board)).toBe(0);
    await expect.poll(async () => (await live.conversation()).mode, soon).toBe("text");
  });

  it("ends when the page was out of sight for two minutes, and when nobody spoke for three", async () => {
    await using board = await show();
    const { page } = board;
    await page.clock.install();
    const hide = (isHidden: boolean): Promise<void> =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isHidden);
    const first = await live.talk(page);
    await hide(true);
    await page.clock.fastForward("01:00");
    await hide(false);
    await page.clock.fastForward("01:30");
    expect(first.isClosed()).toBe(false);
    hear(first, "h1", "One moment");
    await expect.poll(async () => (await live.rows()).at(-1), soon).toBe("user: One moment");
    await hide(true);
    await page.clock.fastForward("02:01");
    await panel(page).getByText("out of sight for two minutes", { exact: false }).waitFor();
    await expect.poll(() => first.isClosed(), soon).toBe(true);
    expect(await openTracks(board)).toBe(0);
    await hide(false);
    const second = await live.talk(page);
    await page.clock.fastForward("03:01");
    await panel(page).getByText("because nobody spoke", { exact: false }).waitFor();
    await expect.poll(() => second.isClosed(), soon).toBe(true);
  });

  it("goes on when Esc closes a dialog; then Esc stops the voice, and the next one ends the call", async () => {
    await using board = await show();
    const { page } = board;
    const call = await live.talk(page);
    say(call, "e1", "There is a lot to tell you about this");
    await state(page, "Speaking").waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await state(page, "Speaking").waitFor();
    await page.keyboard.press("Escape");
    await call.next("output_audio_buffer.clear");
    call.send({ type: "conversation.item.truncated", item_id: "e1", content_index: 0, audio_end_ms: 900 });
    call.send({ type: "output_audio_buffer.cleared", response_id: "resp_e1" });
    await state(page, "Listening").waitFor();
    const unheard = panel(page).locator("s");
    await expect.poll(() => unheard.textContent(), soon).toBe("lot to tell you about this");
    await panel(page)
      .locator("span", { hasText: /^There is a$/ })
      .waitFor();
    await board.picture("live-interrupted");
    expect(call.isClosed()).toBe(false);
    await page.keyboard.press("Escape");
    await expect.poll(() => call.isClosed(), soon).toBe(true);
  });

  it("ends a turn where the button is let go, if the owner chose that, and drops a press too short for speech", async () => {
    await using board = await show();
    const { page } = board;
    await changeSettings(board, { turn_detection: "push_to_talk" });
    const call = await live.talk(page, "Hold to talk");
    expect(call.session).toMatchObject({ audio: { input: { turn_detection: null } } });
    expect(await panel(page).getByText("Hands-free").count()).toBe(0);
    const button = page.getByRole("button", { name: "Hold to talk" });
    await button.hover();
    await page.mouse.down();
    await state(page, "Listening").waitFor();
    await call.next("input_audio_buffer.clear");
    // The shortest press that counts as speech.
    await page.waitForTimeout(300);
    await page.mouse.up();
    await call.next("input_audio_buffer.commit");
    await state(page, "Hold to talk").waitFor();
    hear(call, "p1", "What needs me?");
    await call.next("response.create");
    await page.locator("main").focus();
    await page.keyboard.press("Space");
    await call.next("input_audio_buffer.clear", 2);
    expect(call.received.filter(({ type }) => type === "input_audio_buffer.commit")).toHaveLength(1);
    await page.keyboard.press("Escape");
    await changeSettings(board, { turn_detection: "default" });
  });

  it("is let go by a window when another one opens the next call in the same conversation", async () => {
    await using one = await show();
    const first = await live.talk(one.page);
    await using other = await show();
    const second = await live.talk(other.page);
    await panel(one.page).getByText("The call goes on in another window.").waitFor();
    await expect.poll(() => first.isClosed(), soon).toBe(true);
    expect(await openTracks(one)).toBe(0);
    expect(second.isClosed()).toBe(false);
    expect((await live.conversation()).mode).toBe("voice");
    await other.page.keyboard.press("Escape");
  });
});
