import { afterAll, beforeAll, expect, it } from "vitest";
import { router } from "../../renderer/app/router.ts";
import { settingsSections } from "../../renderer/features/settings/sections.ts";
import { violations } from "../support/axe.ts";
import { isWiderThanScreen, pressBoth } from "../support/board-page.ts";
import { type BoardPage, openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import { placeInShell } from "../support/desktop-bridge.ts";
import { equalAccessFailures } from "../support/equal-access.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { clonedSession, createSession, failedSession, restedSession } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, triggerCalls, writeOrchard } from "../support/triggers.ts";

const browser = useBrowser();
let folder: TestFolder;
let service: TestService;
/** What stands for each parameter of the router's paths: every page has its addresses here. */
let examples: Record<string, readonly string[]>;

const shownPrompt =
  "Look at it.\n#script bash cmd=echo out; exit 3\n#script say A [link](https://x.test), `code` and:\\n\\n```ts\\nconst a = 1; // why\\n```";

beforeAll(async () => {
  folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder);
  service = await startServiceWithBoard({
    environment: { SERVICE_CATALOG: folder.at("air.json"), SERVICE_QUICK_ROUTER_ROOT: "orchard" },
  });
  const [failed, , session, trigger] = await Promise.all([
    failedSession(service),
    createSession(service, { title: "Waits" }),
    restedSession(service, shownPrompt),
    triggerCalls(() => service).made(),
  ]);
  const analyzed = await clonedSession(service, { title: "Analyzed" });
  await service.call("POST", `/sessions/${analyzed.id}/archive`);
  await service.call("POST", "/outcome_analyses", {
    session_id: analyzed.id,
    schema_version: "1",
    root: {
      id: "S0",
      trigger: { kind: "New", source: "user" },
      goal: { text: "Sort the pears", kind: "Action" },
      outcome: { kind: "Success", explanation: "They are sorted." },
      meta: {},
      children: [],
    },
  });
  const decided = await service.call<{ gate_decision: { id: number } }>("POST", "/gate_decisions", {
    gate: "pr_merge",
    surface: "till",
    entry: { artifact_url: "https://github.com/acme/orchard/pull/1", decision: "HELD", title: "Sort pears" },
  });
  examples = {
    "/quality/gates/$id": [`/quality/gates/${decided.body.gate_decision.id}`],
    "/quality/outcomes/$id": [`/quality/outcomes/${analyzed.id}`],
    // Two sessions, since a page is known to be another one by its title.
    "/sessions/$id": [`/sessions/${session.id}?panel=history`, `/sessions/${failed.id}?panel=log`],
    "/settings/$section": settingsSections.map(({ id }) => `/settings/${id}`),
    "/triggers/$id": [`/triggers/${trigger.id}`],
    "/triggers/$id/edit": [`/triggers/${trigger.id}/edit`],
  };
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Every address of the board, from its own router: a page that is added is looked at without a word here. */
const addresses = (): string[] => [
  ...Object.keys(router.routesByPath).flatMap((path) =>
    path.includes("$") ? (examples[path] ?? [path]) : [path],
  ),
  "/no-such-page",
];

const pictureName = (address: string): string =>
  address.replace("?panel=", "-").replaceAll("/", "-").replace(/^-/, "").replace(/\d+/, "one") || "board";

/** Expects nothing for axe to find in either look, and takes a picture of both; leaves the dark one. */
async function lookAt(board: BoardPage, name: string, rules?: readonly string[]): Promise<void> {
  for (const look of ["light", "dark"] as const) {
    await board.page.emulateMedia({ colorScheme: look });
    expect.soft(await violations(board, rules), `${name}, ${look}`).toEqual([]);
    await board.picture(`page-${name}-${look}`);
  }
}

const bareTitle = async ({ page }: BoardPage): Promise<string> =>
  (await page.title()).replace(/^\(\d+\) /, "");

/** Waits for the page to have its title and heading, and for all of it to be there. */
const isWhole = ({ page }: BoardPage, leftTitle: string): Promise<unknown> =>
  page.waitForFunction(
    (left) =>
      /. · Signalbox$/.test(document.title) &&
      !document.title.endsWith(left) &&
      document.querySelector("h1") !== null &&
      document.querySelector('[aria-label^="Loading"]') === null,
    leftTitle,
  );

async function openWhole(board: BoardPage, address: string): Promise<void> {
  await board.open(address);
  await isWhole(board, "nothing");
}

/** Goes on to an address as a link of the board would, without a new load of the page. */
async function goOn(board: BoardPage, address: string): Promise<void> {
  if (new URL(address, board.page.url()).href === board.page.url()) return;
  const left = await bareTitle(board);
  await board.page.evaluate((to) => history.pushState(null, "", to), address);
  await isWhole(board, left);
}

/** Whether it is wider than the screen where the page runs from right to left. */
async function isWiderTurned(board: BoardPage): Promise<boolean> {
  const turn = (way: "rtl" | "") =>
    board.page.evaluate((dir) => void (document.documentElement.dir = dir), way);
  await turn("rtl");
  const isWider = await isWiderThanScreen(board);
  await turn("");
  return isWider;
}

const countsOn = ({ page }: BoardPage): Promise<{ headings: number; mains: number }> =>
  page.evaluate(() => ({
    headings: document.querySelectorAll("h1").length,
    mains: document.querySelectorAll("main").length,
  }));

/** Some thirty pages, on a machine that has other things to do. */
const walkMs = 240_000;

it(
  "has no fault that either engine finds on any page, in light and dark, and each has a title of its own",
  async () => {
    await using board = await openBoard(browser(), { url: service.url });
    const titles = new Map<string, string>();
    await openWhole(board, "/inbox");
    for (const address of addresses()) {
      await goOn(board, address);
      await lookAt(board, pictureName(address));
      expect.soft(await equalAccessFailures(board), `${address}, by the second engine`).toEqual([]);
      expect.soft(await countsOn(board), address).toEqual({ headings: 1, mains: 1 });
      titles.set(board.page.url(), await bareTitle(board));
    }
    expect([...titles.values()]).toEqual([...new Set(titles.values())]);
  },
  walkMs,
);

it(
  "has no fault on the narrowest phone, in light and dark, and moves sideways on no page",
  async () => {
    await using board = await openBoard(browser(), { url: service.url, size: "phone" });
    await board.page.setViewportSize({ width: 360, height: 740 });
    await openWhole(board, "/inbox");
    for (const address of addresses()) {
      await goOn(board, address);
      expect.soft(await isWiderThanScreen(board), `${address} is wider than 360 px`).toBe(false);
      expect.soft(await isWiderTurned(board), `${address}, right to left, is wider than 360 px`).toBe(false);
      await lookAt(board, `${pictureName(address)}-phone`, ["color-contrast", "target-size"]);
      expect.soft(await countsOn(board), address).toEqual({ headings: 1, mains: 1 });
    }
  },
  walkMs,
);

it("sees with the second engine what is planted", async () => {
  await using board = await openBoard(browser(), { url: service.url });
  await openWhole(board, "/inbox");
  const plant = '<button></button><input><table role="presentation"><tr><th>Head</th></tr></table>';
  await board.page.evaluate(
    (html) => document.querySelector("main")?.insertAdjacentHTML("beforeend", html),
    plant,
  );
  const rules = (await equalAccessFailures(board)).map((line) => line.split(":")[0]);
  expect(rules).toEqual(expect.arrayContaining(["input_label_exists", "table_structure_misuse"]));
});

it("has no fault in what lies over a page, and leads past the menu to the page", async () => {
  await using board = await openBoard(browser(), { url: service.url, look: "dark" });
  const { page } = board;
  await openWhole(board, "/sessions/1");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), soon).toBe("main");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("option", { name: /Look at/ }).waitFor();
  expect.soft(await violations(board), "palette").toEqual([]);
  await board.picture("palette-dark");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  expect.soft(await violations(board), "shortcuts").toEqual([]);
  await page.keyboard.press("Escape");
  await pressBoth(board, "g", "i");
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("graft the old tree");
  await page.getByRole("option", { name: "Send to the router: “graft the old tree”" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+Shift+k");
  await page.keyboard.type("Graft it.");
  const router = page.getByRole("dialog", { name: "Send a task to the router" });
  await expect.poll(() => router.getByLabel("Task").inputValue(), soon).toBe("Graft it.");
  expect.soft(await violations(board), "router").toEqual([]);
  await board.picture("router-dark");
  await router.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("ControlOrMeta+Shift+k");
  await expect.poll(() => router.getByLabel("Task").inputValue(), soon).toBe("Graft it.");
  await router.getByRole("button", { name: "Send and open" }).click();
  await page.getByRole("heading", { level: 1, name: "Graft it." }).waitFor();

  await board.open("/sessions/new");
  await page.getByRole("dialog").locator("summary").click();
  await page.getByLabel("Title", { exact: true }).waitFor();
  expect.soft(await violations(board), "new session").toEqual([]);
});

it("has no fault in the settings of the desktop app, which have its shell do what they say", async () => {
  await using board = await openBoard(browser(), { url: service.url });
  const { page } = board;
  const shell = await placeInShell(page);
  shell.state = { ...shell.state, shortcut: "Super+Alt+K" };
  await openWhole(board, "/settings/desktop");
  await lookAt(board, "settings-desktop");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const turn = (name: string) => page.getByRole("switch", { name }).click();
  await press("Change: Shortcut");
  const recorder = page.getByLabel("New shortcut");
  await recorder.press("s");
  await page.getByText(/^Add two modifier keys/).waitFor();
  expect.soft(await violations(board), "recorder").toEqual([]);
  await recorder.press("Control+Alt+s");
  await press("Turn off: Shortcut");
  await page.getByRole("button", { name: "Choose: Shortcut", exact: true }).waitFor();
  await turn("Start at sign-in");
  await press("Check now");
  shell.state = { ...shell.state, problem: "It could not be written down." };
  await turn("Check at startup");
  await page.getByText("It could not be written down.").waitFor();
  await expect
    .poll(() => shell.asked, soon)
    .toEqual([
      { shortcut: "Control+Alt+S" },
      { shortcut: null },
      { opensAtLogin: true },
      "updates",
      { checksForUpdates: false },
    ]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => isWiderThanScreen(board), soon).toBe(false);
  await lookAt(board, "settings-desktop-phone");
});

it("changes density, size of text and a key for this browser alone", async () => {
  await using board = await openBoard(browser(), { url: service.url });
  const { page } = board;
  await board.open("/settings/appearance");
  const lineHeight = () => page.getByRole("link", { name: "Triggers" }).evaluate((link) => link.clientHeight);
  const comfortable = await lineHeight();
  await page.getByRole("radio", { name: "Compact" }).check({ force: true });
  await expect.poll(lineHeight, soon).toBeLessThan(comfortable);
  await page.getByRole("radio", { name: "Larger" }).check({ force: true });
  await expect.poll(lineHeight, soon).toBeGreaterThan(comfortable);
  await page.getByRole("button", { name: "Change the shortcut for “Triggers”" }).click();
  const recorder = page.getByLabel("New shortcut for “Triggers”");
  await recorder.press("n");
  await page.getByText("“New session” already uses this shortcut.").waitFor();
  await recorder.press("y");
  await board.picture("settings-appearance-larger");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Appearance" }).waitFor();
  expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toEqual({
    density: "compact",
    textSize: "larger",
  });
  await page.keyboard.press("y");
  await page.getByRole("heading", { level: 1, name: "Triggers" }).waitFor();
});
