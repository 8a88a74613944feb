import { expect, it } from "vitest";
import { boardUrl, shellUnderTest } from "../../test/support/shell.ts";

it("opens the page of a link, whether it started the app or came later", async () => {
  using shell = shellUnderTest({ argv: ["signalbox://session/fix-it"], isPackaged: true });
  await shell.run();
  const { app, window, calls } = shell.fake;
  expect(calls).toContain("app.scheme signalbox");
  expect(window.webContents.url).toBe(`${boardUrl}/sessions/fix-it`);

  app.emit("second-instance", {}, ["/opt/signalbox", "signalbox://inbox"]);
  expect(window.webContents.url).toBe(`${boardUrl}/inbox`);
  app.emit("second-instance", {}, ["/opt/signalbox", "signalbox://../../etc"]);
  expect(window.webContents.url).toBe(`${boardUrl}/inbox`);
});

it("keeps a link that macOS reports before the window is open, and ignores a foreign one", async () => {
  using shell = shellUnderTest({ platform: "darwin" });
  const running = shell.run();
  const said = { prevented: 0, preventDefault: () => void said.prevented++ };
  shell.fake.app.emit("open-url", said, "signalbox://session/7");
  await running;
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/7`);

  shell.fake.app.emit("open-url", said, "signalbox://session/8?x=1");
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/7`);
  expect(said.prevented).toBe(2);
});

it("does not register the scheme in a checkout", async () => {
  using shell = shellUnderTest();
  await shell.run();

  expect(shell.fake.calls).not.toContain("app.scheme signalbox");
});
