import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { type BoardPage, startServiceWithBoard } from "../support/browser.ts";
import { layoutShifts, watchLayoutShifts } from "../support/layout-shift.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { restedSession, sessionOf } from "../support/sessions.ts";
import { type ShowOptions, useShow } from "./open-page.ts";

const showPath = useShow(() => service);
let service: TestService;
let id = 0;

const lines = Array.from({ length: 60 }, (_, n) => `export const value${n + 1} = ${n + 1};`).join("\n");

beforeAll(async () => {
  service = await startServiceWithBoard();
  const git_root = await service.repository({
    "a.ts": `${lines}\n`,
    "b.ts": `${lines}\n`,
    "README.md": "One\n",
  });
  const work = [
    "Change the values.",
    "#script bash cmd=sed -i 's/value7 = 7/value7 = 70/; s/value45 = 45/value45 = 4500/' a.ts",
    "#script bash cmd=sed -i 's/value9 = 9/value9 = 90/' b.ts",
    "#script say Done.",
  ];
  id = (await restedSession(service, work.join("\n"), { git_root })).id;
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const show = async (options: ShowOptions = {}) => {
  const board = await showPath(`/sessions/${id}?tab=changes&panel=none`, options);
  await board.page.getByLabel("Changed files").waitFor();
  return board;
};

const focusedLine = ({ page }: BoardPage) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")), soon);

const press = async ({ page }: BoardPage, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Counts the keys that a test presses, apart from words. */
function counted(board: BoardPage) {
  let keys = 0;
  return {
    press: (key: string) => {
      keys++;
      return board.page.keyboard.press(key);
    },
    keys: () => keys,
  };
}

const viewedBox = ({ page }: BoardPage, path: string) =>
  page.getByRole("checkbox", { name: `Viewed ${path}`, exact: true });

describe("the keys of the changes", () => {
  it("go from hunk to hunk, the first of them with one key, and comment there", async () => {
    await using board = await show();
    await press(board, "n");
    await focusedLine(board).toBe("Comment on line 7 before the change");
    await press(board, "n");
    await focusedLine(board).toBe("Comment on line 45 before the change");
    await press(board, "n");
    await focusedLine(board).toBe("Comment on line 9 before the change");
    await press(board, "p", "ArrowDown");
    await focusedLine(board).toBe("Comment on line 45");
    await press(board, "c");
    await board.page.keyboard.type("Why?");
    await press(board, "ControlOrMeta+Enter");
    await board.page.getByLabel("Your comment on line 45").getByText("Why?").waitFor();
    await focusedLine(board).toBe("Comment on line 45");
    await press(board, "n");
    await focusedLine(board).toBe("Comment on line 9 before the change");
  });

  it("open the next file if it is folded, and wait for its first hunk", async () => {
    await using board = await show();
    await board.page.getByRole("button", { name: "Collapse all files" }).click();
    await board.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await press(board, "n");
    await focusedLine(board).toBe("Comment on line 7 before the change");
  });

  it("comment on a line from the list of sessions with four keys", async () => {
    await using board = await showPath("/");
    const { page } = board;
    await page.getByRole("link", { name: "Change the values." }).first().waitFor();
    await page.keyboard.press("j");
    const { press: key, keys } = counted(board);
    await key("c");
    await page.getByLabel("Changed files").waitFor();
    await key("n");
    await focusedLine(board).toBe("Comment on line 7 before the change");
    await key("c");
    await page.getByLabel("Comment", { exact: true }).waitFor();
    await page.keyboard.type("From the list.");
    await key("ControlOrMeta+Enter");
    await page.getByLabel("Your comment on line 7 (before the change)").getByText("From the list.").waitFor();
    expect(keys()).toBeLessThanOrEqual(4);
  });

  it("mark files as viewed, which stays until the file changes again", async () => {
    await using board = await show();
    const { page } = board;
    await press(board, "v");
    expect(await viewedBox(board, "a.ts").isChecked()).toBe(true);
    await page.getByText("1 of 2 viewed").waitFor();
    await expect.poll(() => page.getByText("value45 = 4500").count(), soon).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("li")?.dataset["file"]), soon)
      .toBe("b.ts");
    await press(board, "v");
    await page.getByText("2 of 2 viewed").waitFor();
    await board.picture("changes-viewed-light");
    expect(await graveViolations(board)).toEqual([]);
    await page.reload();
    await page.getByText("2 of 2 viewed").waitFor();
    const { metadata } = await sessionOf(service, id);
    await appendFile(join(String(metadata["clone_path"]), "b.ts"), "export const more = 1;\n");
    await page.reload();
    await page.getByText("1 of 2 viewed").waitFor();
    expect(await viewedBox(board, "b.ts").isChecked()).toBe(false);
    await viewedBox(board, "a.ts").click();
    await page.getByText("value45 = 4500").waitFor();
  });
});

/** The sum of what may move at most. The conversation measures its rows only once they are drawn. */
const mostShift = { changes: 0.01, conversation: 0.05 };

describe.each(["desk", "phone"] as const)("on a %s, next to nothing moves while it loads", (size) => {
  it.each([
    ["changes", (of: number) => `/sessions/${of}?tab=changes`, "Changed files"],
    ["conversation", (of: number) => `/sessions/${of}`, "Conversation"],
  ] as const)("on the page of the %s", async (title, path, label) => {
    await using board = await showPath("/settings", { size });
    await watchLayoutShifts(board);
    await board.open(path(id));
    await board.page.getByLabel(label, { exact: true }).first().waitFor();
    await board.page.waitForLoadState("networkidle");
    const shifts = await layoutShifts(board);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThan(mostShift[title]);
  });
});
