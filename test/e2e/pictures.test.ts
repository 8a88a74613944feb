import { afterAll, beforeAll, expect, it } from "vitest";
import { settingsSections } from "../../renderer/features/settings/sections.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import type { BoardPage } from "../support/browser.ts";
import { type SampleBoard, startSampleBoard } from "../support/sample-board.ts";
import { useShow } from "./open-page.ts";

let sample: SampleBoard;
const show = useShow(() => sample.service);

beforeAll(async () => {
  sample = await startSampleBoard();
}, 120_000);
afterAll(() => sample[Symbol.asyncDispose]());

const pages = (): [name: string, path: string][] => {
  const { running, asking, changed, failed, conversation } = sample.ids;
  return [
    ["board", "/"],
    ["board-table", "/?layout=table"],
    ["board-columns", "/?layout=columns"],
    ["board-ranked", "/?view=ranked"],
    ["inbox", "/inbox"],
    ["more", "/more"],
    ["new-session", "/sessions/new"],
    ["triggers", "/triggers"],
    ["new-trigger", "/triggers/new"],
    ["session-running", `/sessions/${running}`],
    ["session-asking", `/sessions/${asking}`],
    ["session-changed", `/sessions/${changed}?tab=changes`],
    ["session-failed", `/sessions/${failed}`],
    ["session-conversation", `/sessions/${conversation}`],
    ["session-details", `/sessions/${conversation}?panel=details`],
    ...settingsSections.map(({ id }): [string, string] => [`settings-${id}`, `/settings/${id}`]),
  ];
};

/** The page has its heading, nothing of it is still loading, and its text is laid out as Markdown. */
const isWhole = ({ page }: BoardPage): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector('[aria-label^="Loading"]') === null &&
      document.querySelector("[data-conversation]")?.textContent !== "" &&
      !document.body.innerText.includes("| ---") &&
      document.fonts.status === "loaded",
  );

it.each([
  [1440, "desk"],
  [1100, "desk"],
  [390, "phone"],
] as const)("every page fits %i pixels, in both looks", async (width, size) => {
  await using board = await show("/", { size });
  await board.page.setViewportSize({ width, height: size === "phone" ? 844 : 900 });
  const wide: string[] = [];
  for (const [name, path] of pages()) {
    await board.open(path);
    await isWhole(board);
    if (await isWiderThanScreen(board)) wide.push(name);
    for (const look of ["light", "dark"] as const) {
      await board.page.emulateMedia({ colorScheme: look });
      await board.picture(`look/${width}/${name}-${look}`);
    }
  }
  expect(wide).toEqual([]);
});
