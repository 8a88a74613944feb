import { describe, expect, it } from "vitest";
import { boardUrl, idle, launchFilePath, shellUnderTest } from "../../test/support/shell.ts";
import { summary } from "./tray-menu.ts";

const pool = {
  runtime: "claude_code",
  label: "Claude Code",
  total: 3,
  serving: 2,
  used: 0.416,
  backAt: null,
};
const dry = { ...pool, serving: 0, used: 1 };

describe("summary", () => {
  it.each([
    [idle, "No active sessions"],
    [{ ...idle, running: 2, waiting: 1 }, "2 running, 1 waiting"],
    [{ ...idle, needsInput: 1 }, "1 needs you"],
    [{ ...idle, needsInput: 2 }, "2 need you"],
    [{ ...idle, running: 1, paused: 0 }, "1 running, paused"],
    [{ ...idle, pools: [pool] }, "No active sessions"],
    [{ ...idle, waiting: 1, pools: [dry] }, "1 waiting, Claude Code: no account available"],
  ])("%o reads %s", (status, expected) => {
    expect(summary(status)).toBe(expected);
  });
});

it("shows the counts and lists the sessions that need input", async () => {
  using shell = shellUnderTest();
  await shell.run();
  expect(shell.fake.tray.labels()).toEqual([
    "Open Signalbox",
    "Open in Browser",
    "New Session",
    "New Session from Clipboard",
    "No active sessions",
    "Pause All",
    "Quit Signalbox",
  ]);

  const needingInput = [
    { id: 7, title: "Fix  the\nbuild & ship" },
    { id: 9, title: "x".repeat(80) },
    { id: 11, title: " " },
  ];
  shell.service.change({ running: 1, needsInput: 4, needingInput });
  expect(shell.fake.tray.labels()).toEqual([
    "Open Signalbox",
    "Open in Browser",
    "New Session",
    "New Session from Clipboard",
    "1 running, 4 need you",
    "Fix the build && ship",
    `${"x".repeat(59)}…`,
    "Session 11",
    "1 more…",
    "Pause All",
    "Quit Signalbox",
  ]);
  expect(shell.fake.tray.toolTip).toBe("Signalbox: 1 running, 4 need you");
});

it("shows what is left of the accounts, and leads to them", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const codex = { ...pool, runtime: "codex", label: "Codex", total: 1, serving: 1, used: null };
  shell.service.change({ pools: [pool, codex] });
  expect(shell.fake.tray.labels()).toEqual(
    expect.arrayContaining([
      "Claude Code: 2 of 3 accounts available, 42% of 5 h used",
      "Codex: 1 account available",
    ]),
  );
  shell.fake.tray.click("Codex: 1 account available");
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/inference?runtime=codex`);

  shell.service.change({ pools: [{ ...dry, backAt: Date.UTC(2026, 0, 5, 12) }] });
  expect(shell.fake.tray.labels()).toContainEqual(
    expect.stringMatching(/^Claude Code: out of quota, back Mon/),
  );
  expect(shell.fake.tray.toolTip).toContain("out of quota");
});

it("lists the budgets that are used up, and opens the costs", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const warning = "Budget used up: Everything, $5.00 today";
  shell.service.change({ budgetWarnings: [warning] });
  expect(shell.fake.tray.labels()).toContain(warning);
  shell.fake.tray.click(warning);
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/costs`);
  shell.service.change({ budgetWarnings: [] });
  expect(shell.fake.tray.labels()).not.toContain(warning);
});

it("opens the chosen session, and does not load it twice", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.service.change({ needsInput: 1, needingInput: [{ id: 7, title: "Fix" }] });
  shell.fake.window.close();
  shell.fake.tray.click("Fix");
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/7`);
  expect(shell.fake.window.isHidden).toBe(false);

  shell.fake.tray.click("Fix");
  expect(shell.fake.calls.filter((call) => call.endsWith("/sessions/7"))).toHaveLength(1);
});

it("starts a session, pauses all running sessions, resumes them, and quits", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const pause = () => shell.fake.tray.menu.find(({ label }) => label === "Pause All");
  expect(pause()?.enabled).toBe(false);

  shell.service.change({ running: 1 });
  expect(pause()?.enabled).toBe(true);
  shell.fake.tray.click("Pause All");
  shell.service.change({ running: 0, paused: 2 });
  shell.fake.tray.click("Resume 2 Paused");
  expect(shell.service.asked).toEqual(["pauseAll", "resumeAll"]);
  shell.service.change({ paused: 0 });
  expect(shell.fake.tray.labels()).toContain("Resume All");
  shell.service.change({ paused: null });
  expect(shell.fake.tray.labels()).not.toContainEqual(expect.stringContaining("Resume"));

  shell.fake.tray.click("New Session");
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/new`);
  shell.fake.tray.click("Quit Signalbox");
  expect(await shell.fake.exited).toBe(0);
});

it("shows how many sessions need input beside the icon on macOS", async () => {
  using shell = shellUnderTest({ platform: "darwin" });
  await shell.run();
  shell.service.change({ needsInput: 2 });

  expect(shell.fake.tray.title).toBe("2");
});

it("changes its icon, and the taskbar overlay on Windows, while a session needs input", async () => {
  using shell = shellUnderTest({ platform: "win32" });
  await shell.run();
  const { tray, window } = shell.fake;
  expect(tray.image).toMatchObject({ file: expect.stringContaining("tray.png") });
  shell.service.change({ needsInput: 1 });
  expect(tray.image).toMatchObject({ file: expect.stringContaining("trayAttention.png") });
  expect(window.overlay).toBe("1 needs you");
  shell.service.change({ needsInput: 0 });
  expect(tray.image).toMatchObject({ file: expect.stringContaining("tray.png") });
  expect(window.overlay).toBe("");
});

it("opens the board in the browser", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.fake.tray.click("Open in Browser");

  // On Linux the link would be among the arguments of the browser, which other users can see.
  const expected =
    process.platform === "linux" ? `file://${launchFilePath}` : `${boardUrl}/sign-in#code=once`;
  await expect.poll(() => shell.fake.opened).toEqual([expected]);
});

it("passes the clipboard's text to the page for a new session, once", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.fake.clipboardText = "  Fix the build \n";
  shell.fake.tray.click("New Session from Clipboard");
  await expect.poll(() => shell.fake.window.webContents.sent).toEqual([["desktop:prompt"]]);

  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/new`);
  expect(await shell.ask("desktop:take-prompt")).toBe("Fix the build");
  expect(await shell.ask("desktop:take-prompt")).toBeNull();
});

it.each([
  ["darwin", "New Session from Clipboard"],
  ["win32", "Inbox"],
] as const)("has quick actions on the app's icon on %s", async (platform, label) => {
  using shell = shellUnderTest({ platform });
  await shell.run();
  const { dockMenu, tasks } = shell.fake;

  expect([...dockMenu.map((item) => item.label), ...tasks.map(({ title }) => title)]).toContain(label);
  expect(tasks.every(({ arguments: link }) => link.startsWith("signalbox://"))).toBe(true);
});
