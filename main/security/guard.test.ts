import { expect, it } from "vitest";
import { boardUrl, shellUnderTest } from "../../test/support/shell.ts";

it("keeps every window on the board and opens other pages in the browser", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const { webContents } = shell.fake.window;

  expect(webContents.navigate(`${boardUrl}/sessions/3`)).toBe(true);
  expect(webContents.navigate("https://github.com/a/b")).toBe(false);
  expect(webContents.navigate("https://example.com/", { isMainFrame: false })).toBe(false);
  expect(webContents.navigate("https://provider.example/sign-in", { event: "will-redirect" })).toBe(false);
  expect(webContents.navigate("file:///etc/passwd")).toBe(false);
  expect(shell.fake.opened).toEqual(["https://github.com/a/b", "https://provider.example/sign-in"]);
});

it("opens no second window and no webview, whatever the address", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const { webContents } = shell.fake.window;

  const answers = [`${boardUrl}/docs`, "https://github.com/", "javascript:alert(1)"].map(
    webContents.openWindow,
  );
  expect(answers).toEqual([{ action: "deny" }, { action: "deny" }, { action: "deny" }]);
  expect(webContents.navigate("", { event: "will-attach-webview" })).toBe(false);
  expect(shell.fake.windows).toHaveLength(1);
});

it.each([
  ["keeps an unencrypted page closed when the person declines", 0, []],
  ["opens an unencrypted page when the person agrees", 1, ["http://example.com/a"]],
])("%s", async (_title, answer, opened) => {
  using shell = shellUnderTest();
  await shell.run();
  shell.fake.answer = answer;

  shell.fake.window.webContents.openWindow("http://example.com/a");
  await Promise.resolve();

  expect(shell.fake.questions).toEqual(["Open example.com in your browser?"]);
  expect(shell.fake.opened).toEqual(opened);
});

it("opens the desktop sign-in in the browser without asking, and no other page of the board", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const start = `${boardUrl}/sign-in/browser?ticket=t`;

  for (const address of [start, `${boardUrl}/sign-in`, "http://127.0.0.1:9/sign-in/browser?ticket=t"])
    shell.fake.window.webContents.openWindow(address);
  await Promise.resolve();

  expect(shell.fake.opened).toEqual([start]);
  expect(shell.fake.questions).toEqual([
    "Open 127.0.0.1:4321 in your browser?",
    "Open 127.0.0.1:9 in your browser?",
  ]);
});

it("answers permission checks and requests by the same rule, and knows no devices", async () => {
  using shell = shellUnderTest({ platform: "darwin" });
  await shell.run();
  const { session } = shell.fake;
  const page = { requestingUrl: `${boardUrl}/`, isMainFrame: true };
  const ask = (permission: string, details: object) =>
    new Promise((resolve) => session.asks(null, permission, resolve, { ...page, ...details }));

  expect(session.checks(null, "notifications", boardUrl, page)).toBe(true);
  expect(session.checks(null, "notifications", "https://evil.example", { isMainFrame: true })).toBe(false);
  expect(session.checks(null, "media", boardUrl, { ...page, mediaType: "video" })).toBe(false);
  await expect(ask("media", { mediaTypes: ["audio"] })).resolves.toBe(true);
  await expect(ask("media", { mediaTypes: ["audio", "video"] })).resolves.toBe(false);
  await expect(ask("geolocation", {})).resolves.toBe(false);
  expect(session.permitsDevice()).toBe(false);
});
