import { describe, expect, it } from "vitest";
import { boardUrl, idle, shellUnderTest } from "../../test/support/shell.ts";
import { summary } from "./tray-menu.ts";

describe("summary", () => {
  it.each([
    [idle, "No sessions at work"],
    [{ ...idle, running: 2, waiting: 1 }, "2 running, 1 waiting"],
    [{ ...idle, needsInput: 1, failed: 3 }, "1 needs input, 3 failed"],
    [{ ...idle, needsInput: 2 }, "2 need input"],
  ])("%o reads %s", (status, expected) => {
    expect(summary(status)).toBe(expected);
  });
});

it("follows the counts and lists the sessions that need the person", async () => {
  using shell = shellUnderTest();
  await shell.run();
  expect(shell.fake.tray.labels()).toEqual([
    "Open Signalbox",
    "New session",
    "No sessions at work",
    "Pause all",
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
    "New session",
    "1 running, 4 need input",
    "Fix the build && ship",
    `${"x".repeat(59)}…`,
    "Session 11",
    "1 more…",
    "Pause all",
    "Quit Signalbox",
  ]);
  expect(shell.fake.tray.toolTip).toBe("Signalbox: 1 running, 4 need input");
});

it("opens the very session that was chosen, and does not load it twice", async () => {
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

it("starts a session, pauses all while any runs, and quits", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const pause = () => shell.fake.tray.menu.find(({ label }) => label === "Pause all");
  expect(pause()?.enabled).toBe(false);

  shell.service.change({ running: 1 });
  expect(pause()?.enabled).toBe(true);
  shell.fake.tray.click("Pause all");
  expect(shell.service.asked).toEqual(["pauseAll"]);

  shell.fake.tray.click("New session");
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/new`);
  shell.fake.tray.click("Quit Signalbox");
  expect(await shell.fake.exited).toBe(0);
});

it("shows the number that needs the person beside the icon on macOS", async () => {
  using shell = shellUnderTest({ platform: "darwin" });
  await shell.run();
  shell.service.change({ needsInput: 2 });

  expect(shell.fake.tray.title).toBe("2");
});
