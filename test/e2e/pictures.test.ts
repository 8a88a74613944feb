import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settingsSections } from "../../renderer/features/settings/sections.ts";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { violations } from "../support/axe.ts";
import { isWiderThanScreen, rowOf } from "../support/board-page.ts";
import type { BoardPage } from "../support/browser.ts";
import { equalAccessFailures } from "../support/equal-access.ts";
import { recordedRuntimes } from "../support/recorded-conversations.ts";
import { recordedIn, type SampleBoard, startSampleBoard } from "../support/sample-board.ts";
import { soon } from "../support/session-page.ts";
import { useShow } from "./open-page.ts";

let sample: SampleBoard;
const show = useShow(() => sample.service);

beforeAll(async () => {
  sample = await startSampleBoard();
}, 120_000);
afterAll(() => sample[Symbol.asyncDispose]());

/** Pages of which the walk of all pages sees little more than their first words. */
const pagesWithRecords: readonly [name: string, path: string][] = [
  ["queue", "/queue"],
  ["backlog", "/queue/backlog"],
  ["inference", "/inference"],
  ["inference-dry", "/inference?runtime=codex"],
  ["quality", "/quality"],
  ["outcomes", "/quality/outcomes"],
  ["gates", "/quality/gates"],
  ["triggers", "/triggers"],
  ["trigger", "/triggers/1"],
];

const pages = (): [name: string, path: string][] => {
  const { running, asking, changed, failed, conversation } = sample.ids;
  return [
    ["board", "/"],
    ["board-table", "/?layout=table"],
    ["board-columns", "/?layout=columns"],
    ["board-ranked", "/?view=ranked"],
    ["inbox", "/inbox"],
    ...pagesWithRecords,
    ["costs", "/costs"],
    ["settings", "/settings"],
    ["more", "/more"],
    ["new-session", "/sessions/new"],
    ["new-trigger", "/triggers/new"],
    ["session-running", `/sessions/${running}`],
    ["session-asking", `/sessions/${asking}`],
    ["session-changed", `/sessions/${changed}?tab=changes`],
    ["session-failed", `/sessions/${failed}`],
    ["session-conversation", `/sessions/${conversation}`],
    ["session-details", `/sessions/${conversation}?panel=details`],
    ...recordedRuntimes.map((runtime): [string, string] => [
      `session-${runtime}`,
      `/sessions/${recordedIn(runtime)}`,
    ]),
    ...settingsSections.map(({ id }): [string, string] => [`settings-${id}`, `/settings/${id}`]),
  ];
};

/** The page has its heading, nothing of it is still loading, and its text is laid out as Markdown. */
const isWhole = ({ page }: BoardPage): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector('[aria-label^="Loading"]') === null &&
      document.querySelector<HTMLElement>("[data-conversation]")?.innerText.trim() !== "" &&
      !document.body.innerText.includes("| ---") &&
      document.fonts.status === "loaded",
    null,
    // By the clock: under load, a page may draw no frame for a while.
    { polling: 50 },
  );

/** Buttons and fields that reach out of the window to a side, where nothing scrolls to them. */
const cutOff = ({ page }: BoardPage): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, a, input, select, textarea")].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isShown = width > 1 && element.checkVisibility({ opacityProperty: true });
      const scrolls = (at: Element | null): boolean =>
        at !== null && (/auto|scroll/.test(getComputedStyle(at).overflowX) || scrolls(at.parentElement));
      const isCut = isShown && (left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement);
      return isCut ? [element.getAttribute("aria-label") ?? element.textContent ?? ""] : [];
    }),
  );

it.each([
  [1440, 900, "desk", ["light", "dark"]],
  [1100, 900, "desk", ["light", "dark"]],
  [390, 844, "phone", ["light", "dark"]],
  [360, 740, "phone", ["light"]],
  // 1440 x 900 at a zoom of 200 %.
  [720, 450, "desk", ["dark"]],
] as const)(
  "every page fits %i by %i pixels, on a %s",
  async (width, height, size, looks) => {
    // The composer asks for the branches of a repository that is not there.
    await using board = await show("/", { size, expected: [/branches.*422|422.*branches/] });
    await board.page.setViewportSize({ width, height });
    const problems: string[] = [];
    for (const [name, path] of pages()) {
      await board.open(path);
      await isWhole(board);
      if (await isWiderThanScreen(board)) problems.push(`${name}: wider than the screen`);
      problems.push(...(await cutOff(board)).map((what) => `${name}: ${what} is cut off`));
      for (const look of looks) {
        await board.page.emulateMedia({ colorScheme: look });
        await board.picture(`look/${width}/${name}-${look}`);
      }
    }
    expect(problems).toEqual([]);
  },
  400_000,
);

it("has 48 sessions, of each CLI and in each state", async () => {
  const { body } = await sample.service.call<{ sessions: Session[] }>(
    "GET",
    "/sessions?per_page=100&status=needs_input,failed,running,waiting,archived",
  );
  const valuesOf = (value: (session: Session) => string | undefined) =>
    [...new Set(body.sessions.map(value))].filter((one) => one !== undefined).toSorted();
  expect(body.sessions).toHaveLength(48);
  expect(valuesOf(({ status }) => status)).toEqual([
    "archived",
    "failed",
    "needs_input",
    "running",
    "waiting",
  ]);
  expect(valuesOf(({ agent_runtime }) => agent_runtime)).toEqual(["claude_code", "codex", "pi"]);
  expect(valuesOf(({ attention }) => attention?.kind)).toEqual([
    "ci",
    "done",
    "failed",
    "idle",
    "question",
    "review",
  ]);
});

it("shows that Codex is out of quota, and which sessions wait for it", async () => {
  await using board = await show("/");
  const fuel = board.page.getByRole("region", { name: "Quota and costs" });
  await fuel.getByText("Out of quota").waitFor();
  await fuel.getByText("2 sessions resume then").waitFor();
});

const looks = ["light", "dark"] as const;

describe.each(looks)("neither engine finds a fault, %s", (look) => {
  it.each(["list", "table", "columns"])(
    "in the %s with rows that are folded, and expanded",
    async (layout) => {
      await using board = await show(layout === "list" ? "/" : `/?layout=${layout}`, { look });
      const { page } = board;
      // High enough for every row to be drawn.
      await page.setViewportSize({ width: 1280, height: 3_200 });
      const fold = page.getByRole("button", { name: /^Nightly updates \(3 sessions/ });
      await fold.waitFor();
      expect.soft(await violations(board), "folded").toEqual([]);
      await fold.click();
      await rowOf(board, "Patch releases of November 26").waitFor();
      expect.soft(await violations(board), "expanded").toEqual([]);
      expect.soft(await equalAccessFailures(board), "by the second engine").toEqual([]);
    },
  );

  it.each(pagesWithRecords)("on the page of %s", async (_name, path) => {
    await using board = await show(path, { look });
    await isWhole(board);
    expect.soft(await violations(board)).toEqual([]);
    expect.soft(await equalAccessFailures(board), "by the second engine").toEqual([]);
  });
});

it("moves nothing for people who ask for less motion, and breathes for the others", async () => {
  await using board = await show("/");
  const { page } = board;
  await page.getByRole("img", { name: "Running" }).first().waitFor();
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await expect.poll(moving, soon).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(moving, soon).toBeGreaterThan(0);
});

it("shows a phone one line of header, the state first, and what to do next in reach of the thumb", async () => {
  await using board = await show("/", { size: "phone" });
  const { page } = board;
  await page.setViewportSize({ width: 360, height: 740 });
  const row = rowOf(board, "Upgrade React");
  const place = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const state = row.getByText("Review", { exact: true });
  await state.waitFor();
  expect((await place(page.getByRole("main").locator("header"))).height).toBeLessThan(52);
  expect((await place(state)).y).toBeLessThan((await place(row.getByTitle(/^Upgrade React/))).y);

  await board.open("/inbox");
  await page.getByRole("button", { name: "Filters" }).waitFor();
  expect((await place(page.getByRole("main").locator("header"))).height).toBeLessThan(52);

  await board.open(`/sessions/${sample.ids.conversation}`);
  const merge = page.getByRole("button", { name: "Ask the agent to merge it" });
  await merge.waitFor();
  expect((await place(page.getByRole("main").locator("header"))).height).toBeLessThan(52);
  const lowerHalf = 740 / 2;
  for (const locator of [merge, page.getByRole("button", { name: "Mark as done" }), board.session.composer])
    expect((await place(locator)).y).toBeGreaterThan(lowerHalf);
  await merge.tap();
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  expect((await place(dialog.getByRole("button", { name: "Ask to merge" }))).y).toBeGreaterThan(lowerHalf);
  await board.picture("merge-question-phone");

  await board.open(`/sessions/${sample.ids.asking}`);
  const answer = page.getByRole("button", { name: "Answer", exact: true });
  await answer.waitFor();
  expect((await place(answer)).y).toBeGreaterThan(lowerHalf);
});
