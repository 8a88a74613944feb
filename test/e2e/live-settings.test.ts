import { afterAll, beforeAll, expect, it } from "vitest";
import type { LiveSettings } from "../../server/domains/live/settings/model.ts";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { openBoard, useBrowser } from "../support/browser.ts";
import { placeInShell } from "../support/desktop-bridge.ts";
import {
  changeSettings,
  type LiveBoard,
  openPanel,
  panel,
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

const stored = async (): Promise<LiveSettings> =>
  (await live.service.call<LiveSettings>("GET", "/live/settings")).body;

it("change live mode at once, keep numbers in their range, and go back", async () => {
  await using board = await openBoard(browser(), { url: live.service.url });
  const { page } = board;
  await board.open("/");
  await openPanel(board);
  await panel(page).getByRole("link", { name: "Settings of live mode" }).click();
  await page.getByRole("heading", { name: "Live mode", level: 1 }).waitFor();
  await page.getByLabel("Voice", { exact: true }).selectOption("Cedar");
  await expect.poll(async () => (await stored()).settings["voice"], soon).toBe("cedar");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await stored()).settings["voice"], soon).toBe("marin");

  await page.getByLabel("Speed", { exact: true }).fill("9");
  await page.keyboard.press("Enter");
  await page.getByText("Speed is 1.5 now, the closest allowed").waitFor();
  await expect.poll(() => page.getByLabel("Speed", { exact: true }).inputValue(), soon).toBe("1.5");
  await page.getByRole("button", { name: "Use the default of Speed" }).click();
  await expect.poll(async () => (await stored()).overrides, soon).toEqual([]);

  expect(await page.getByLabel("Silence", { exact: true }).count()).toBe(0);
  await page.getByLabel("End of a turn", { exact: true }).selectOption("By silence");
  await page.getByLabel("Silence", { exact: true }).fill("800");
  await page.getByLabel("Silence", { exact: true }).blur();
  await expect.poll(async () => (await stored()).settings["silence_ms"], soon).toBe(800);
  expect(await graveViolations(board)).toEqual([]);
  await board.picture("settings-live");
  await page.getByRole("button", { name: "Restore defaults" }).click();
  await expect.poll(async () => (await stored()).overrides, soon).toEqual([]);
});

it("show who changed the guidance, and bring back the one from before", async () => {
  await using board = await openBoard(browser(), { url: live.service.url, look: "dark" });
  const { page } = board;
  await board.open("/settings/live");
  const guidance = page.getByLabel("Guidance for live mode");
  const save = page.getByRole("button", { name: "Save guidance" });
  await guidance.fill("Call the storefront the shop.");
  await save.click();
  await expect.poll(async () => (await stored()).guidance, soon).toBe("Call the storefront the shop.");
  await page.getByText("Guidance changed").first().waitFor();
  const shown = await page.getByText("Guidance changed").count();
  await guidance.fill("<img src=x onerror=alert(1)>");
  await save.click();
  await expect.poll(() => page.getByText("Guidance changed").count(), soon).toBe(shown + 1);
  const newest = page.getByRole("list", { name: "Changes of the settings" }).getByRole("listitem").first();
  await newest.getByText("Guidance changed").click();
  await newest.getByText("<img src=x onerror=alert(1)>").waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  await newest.scrollIntoViewIfNeeded();
  await board.picture("settings-live-history");
  await newest.getByRole("button", { name: "Restore the guidance from before" }).click();
  await expect.poll(() => guidance.inputValue(), soon).toBe("Call the storefront the shop.");
  const changed = (await stored()).history.filter(({ changes }) => "guidance" in changes);
  await expect.poll(() => page.getByText("Guidance changed").count(), soon).toBe(changed.length);
});

it("reach an open call, and what it does by itself follows", async () => {
  await using board = await openBoard(browser(), { url: live.service.url });
  const { page } = board;
  await board.open("/settings/live");
  await page.getByRole("button", { name: "Open live mode" }).click();
  const call = await live.talk(page);
  await page.getByLabel("Speed", { exact: true }).fill("1.25");
  await page.getByLabel("Speed", { exact: true }).blur();
  const update = await call.next("session.update");
  expect(update["session"]).toMatchObject({ type: "realtime", audio: { output: { speed: 1.25 } } });
  expect(update["session"]).not.toHaveProperty("model");
  await page.getByLabel("Listening", { exact: true }).selectOption("After the wake word");
  await state(page, "Waiting for “signalbox”").waitFor();
  await page.getByLabel("Wake word", { exact: true }).selectOption("Computer");
  await state(page, "Waiting for “computer”").waitFor();
  await page.getByLabel("End of a turn", { exact: true }).selectOption("Push to talk");
  await state(page, "Hold to talk").waitFor();
  await board.picture("settings-live-call");
  await page.keyboard.press("Escape");
  await expect.poll(() => call.isClosed(), soon).toBe(true);
});

it.each([1440, 1100, 1024])("are beside the panel, not under it, %i pixels wide", async (width) => {
  await using board = await openBoard(browser(), { url: live.service.url });
  const { page } = board;
  await page.setViewportSize({ width, height: 900 });
  await board.open("/");
  await openPanel(board);
  await panel(page).getByRole("link", { name: "Settings of live mode" }).click();
  await page.getByLabel("Guidance for live mode").waitFor();
  const edge = (await panel(page).boundingBox())?.x ?? 0;
  expect(edge).toBeGreaterThan(width / 2);
  const fields = await page.locator("main :is(input, select, textarea, button)").all();
  expect(fields.length).toBeGreaterThan(10);
  for (const field of fields) {
    const box = await field.boundingBox();
    if (box !== null) expect(box.x + box.width).toBeLessThanOrEqual(edge);
  }
  await board.picture(`settings-live-beside-${width}`);
});

it("take the place of the panel where there is no room for both", async () => {
  await using board = await openBoard(browser(), { url: live.service.url });
  const { page } = board;
  await page.setViewportSize({ width: 900, height: 900 });
  await board.open("/");
  await openPanel(board);
  await panel(page).getByRole("link", { name: "Settings of live mode" }).click();
  await page.getByLabel("Guidance for live mode").waitFor();
  await panel(page).waitFor({ state: "detached" });
});

it("fit a phone", async () => {
  await using board = await openBoard(browser(), { url: live.service.url, size: "phone" });
  await board.open("/settings/live");
  await board.page.getByLabel("Guidance for live mode").waitFor();
  expect(await isWiderThanScreen(board)).toBe(false);
  await board.picture("settings-live-phone");
});

it("give the desktop app a shortcut that starts a call from anywhere and ends it", async () => {
  await using board = await openBoard(browser(), { url: live.service.url });
  const { page } = board;
  const shell = await placeInShell(page);
  await board.open("/");
  await page.locator("main").waitFor();
  await changeSettings(board, { turn_detection: "default", listening_mode: "default" });
  const before = live.provider.calls.length;
  await shell.pressTalk();
  const call = await live.provider.call(before);
  await state(page, "Listening").waitFor();
  await shell.pressTalk();
  await expect.poll(() => call.isClosed(), soon).toBe(true);
  await state(page, "Microphone off").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await openPanel(board);
  await state(page, "Microphone off").waitFor();
  expect(live.provider.calls).toHaveLength(before + 1);
});
