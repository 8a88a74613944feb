import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { boardUrl, shellUnderTest } from "../../test/support/shell.ts";

const remembered = { bounds: { x: 40, y: 30, width: 1000, height: 700 }, isMaximized: true };

it("gives the page no Node, no webviews and a sandbox", async () => {
  using shell = shellUnderTest({ isPackaged: true });
  await shell.run();

  expect(shell.fake.window.options).toMatchObject({
    show: false,
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: false,
      preload: join(shell.folder, "dist/main/preload.cjs"),
      additionalArguments: ["--signalbox-version=1.2.3"],
    },
  });
});

it("opens at its last position", async () => {
  using shell = shellUnderTest();
  writeFileSync(join(shell.folder, "userData/window.json"), JSON.stringify(remembered));
  await shell.run();

  expect(shell.fake.window.options).toMatchObject(remembered.bounds);
  expect(shell.fake.window.maximized).toBe(true);
});

it("ignores a damaged state file", async () => {
  using shell = shellUnderTest();
  writeFileSync(join(shell.folder, "userData/window.json"), '{"bounds":');
  await shell.run();

  expect(shell.fake.window.options).toMatchObject({ width: 1280, height: 840 });
});

it("saves its position when the app quits", async () => {
  using shell = shellUnderTest();
  await shell.run();
  Object.assign(shell.fake.window, { bounds: remembered.bounds, maximized: true });
  shell.signal("SIGTERM");
  await shell.fake.exited;

  expect(JSON.parse(readFileSync(join(shell.folder, "userData/window.json"), "utf8"))).toEqual(remembered);
});

it("is only hidden when it is closed while there is a tray", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.fake.window.close();

  expect(shell.fake.window).toMatchObject({ isHidden: true, destroyed: false });
  expect(shell.service.asked).toEqual([]);
});

it("quits the app when it is closed without a tray", async () => {
  using shell = shellUnderTest();
  shell.fake.hasNoTray = true;
  await shell.run();
  shell.fake.window.close();

  expect(await shell.fake.exited).toBe(0);
  expect(shell.service.asked).toEqual(["close"]);
});

it("treats a load that a newer one replaced as loaded", async () => {
  using shell = shellUnderTest();
  shell.fake.failLoad = () => Object.assign(new Error("aborted"), { code: "ERR_ABORTED" });
  await shell.run();

  expect(shell.fake.trays).toHaveLength(1);
});

it("asks before it reloads a page that crashed", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const { webContents } = shell.fake.window;
  webContents.emit("render-process-gone", {}, { reason: "clean-exit", exitCode: 0 });
  expect(shell.fake.questions).toEqual([]);

  webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 5 });
  await expect.poll(() => webContents.reloads).toBe(1);
  expect(shell.fake.questions).toEqual(["The board stopped unexpectedly."]);
});

it("sends a page that navigates by itself a path rather than reloading it, until it is reloaded", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const { window, app } = shell.fake;
  const { webContents } = window;
  await shell.ask("desktop:follows");
  app.emit("second-instance", {}, ["signalbox://inbox"]);
  expect(webContents.sent).toEqual([["desktop:open", "/inbox"]]);
  expect(webContents.url).toBe(boardUrl);

  webContents.emit("did-start-navigation", { isMainFrame: true, isSameDocument: true });
  app.emit("second-instance", {}, ["signalbox://new"]);
  expect(webContents.sent).toHaveLength(2);

  webContents.emit("did-start-navigation", { isMainFrame: true, isSameDocument: false });
  app.emit("second-instance", {}, ["signalbox://session/7"]);
  expect(webContents.url).toBe(`${boardUrl}/sessions/7`);
});
