import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { boardUrl, shellUnderTest } from "../../test/support/shell.ts";
import { recoveryActions } from "../windows/recovery-page.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("starts the service before the window and the window before the tray", async () => {
  using shell = shellUnderTest();
  await shell.run();

  expect(shell.fake.calls).toEqual([
    "app.enableSandbox",
    "app.ready",
    "service.start",
    `window.load ${boardUrl}`,
    "window.show",
    "tray.open",
  ]);
});

it("signs its window in from memory, and gives what its key is bound with to the board's page only", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const [cookie] = shell.fake.session.cookieJar;
  expect(cookie).toEqual({
    url: boardUrl,
    name: "signalbox_browser",
    value: "cookie",
    httpOnly: true,
    sameSite: "strict",
  });
  const ask = (url: string, parent: object | null = null) =>
    shell.fake.ipc.saySync("desktop:page-key", { url, parent });
  expect(ask(`${boardUrl}/sessions/1`)).toEqual({ id: "app-1", token: "once" });
  expect(ask("http://127.0.0.1:9999/")).toBeNull();
  expect(ask(`${boardUrl}/`, {})).toBeNull();
});

it("uses the installer's id on Windows", async () => {
  using shell = shellUnderTest({ platform: "win32" });
  await shell.run();

  expect(shell.fake.calls[1]).toBe("app.id dev.signalbox.app");
});

it("quits if another instance is already running", async () => {
  using shell = shellUnderTest();
  shell.fake.isSecondInstance = true;
  await shell.run();

  expect(shell.fake.calls).toEqual(["app.enableSandbox", "app.quit"]);
});

it("comes to the front when it is started again", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.fake.window.hide();
  shell.fake.app.emit("second-instance", {}, ["/opt/signalbox/signalbox"]);

  expect(shell.fake.calls.slice(-3)).toEqual(["window.hide", "window.show", "window.focus"]);
});

it.each([["SIGTERM"], ["SIGINT"]])(
  "shuts down in order on %s: tray, window, service, exit",
  async (signal) => {
    using shell = shellUnderTest();
    await shell.run();
    const before = shell.fake.calls.length;
    shell.signal(signal);
    shell.signal(signal);

    expect(await shell.fake.exited).toBe(0);
    expect(shell.service.asked).toEqual(["close"]);
    expect(shell.service.listenerCount()).toBe(0);
    expect(shell.fake.calls.slice(before)).toEqual([
      "app.quit",
      "tray.destroy",
      "app.quit",
      "window.destroy",
      "app.quit",
      "app.releaseLock",
      "app.exit 0",
    ]);
    expect(shell.fake.calls.filter((call) => call.startsWith("app.exit"))).toHaveLength(1);
  },
);

it("exits after 15 seconds with code 1 when the service does not close", async () => {
  using shell = shellUnderTest();
  await shell.run();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  shell.service.closing = new Promise(() => {});
  shell.signal("SIGTERM");
  await shell.service.closeAsked.promise;

  await vi.advanceTimersByTimeAsync(14_999);
  expect(shell.fake.calls).not.toContain("app.exit 1");
  await vi.advanceTimersByTimeAsync(1);
  expect(await shell.fake.exited).toBe(1);
});

it("closes a service that starts after the person has quit, and shows no window", async () => {
  using shell = shellUnderTest();
  const up = Promise.withResolvers<typeof shell.service>();
  shell.startService = () => up.promise;
  const running = shell.run();
  await expect.poll(() => shell.fake.calls).toContain("service.start");
  shell.signal("SIGTERM");
  up.resolve(shell.service);
  await running;

  expect(await shell.fake.exited).toBe(0);
  expect(shell.service.asked).toEqual(["close"]);
  expect(shell.fake.windows).toEqual([]);
});

it("shows why it could not start, and allows nothing but its buttons", async () => {
  using shell = shellUnderTest();
  shell.startService = () => Promise.reject(new Error("<b>The data folder is in use</b>"));
  await shell.run();
  const { window, app, opened } = shell.fake;
  const page = decodeURIComponent(window.webContents.url);

  expect(page).toContain("&#60;b&#62;The data folder is in use");
  expect(page).not.toMatch(/<script|<img|<b>The/);
  expect(window.options["webPreferences"]).toMatchObject({ javascript: false, sandbox: true });
  expect(window.webContents.navigate(recoveryActions.openLogs)).toBe(false);
  expect(opened).toEqual([join(shell.folder, "logs")]);
  expect(readFileSync(join(shell.folder, "logs/signalbox.log"), "utf8")).toContain("could not start");
  expect(window.webContents.navigate("https://example.com/")).toBe(false);
  expect(opened).toHaveLength(1);
  window.webContents.navigate(recoveryActions.quit);
  await shell.fake.exited;
  expect(app.listenerCount("before-quit")).toBe(1);
});

it("stops the service again when the board cannot be loaded", async () => {
  using shell = shellUnderTest();
  shell.fake.failLoad = (url) => (url === boardUrl ? new Error("ERR_CONNECTION_REFUSED") : null);
  await shell.run();

  expect(shell.service.asked).toEqual(["close"]);
  expect(shell.fake.calls).not.toContain("app.exit 0");
  expect(decodeURIComponent(shell.fake.window.webContents.url)).toContain("ERR_CONNECTION_REFUSED");
});

it("quits when the recovery window is closed", async () => {
  using shell = shellUnderTest();
  shell.startService = () => Promise.reject(new Error("no"));
  await shell.run();
  shell.fake.window.close();

  expect(await shell.fake.exited).toBe(0);
});

it("gives the service its own folder, a free port, and the built board", async () => {
  using shell = shellUnderTest({ env: { API_KEYS: "k", SERVICE_PORT: "" } });
  await shell.run();

  expect(shell.started[0]).toMatchObject({
    environment: { API_KEYS: "k", SERVICE_PORT: "0", SERVICE_DATA_DIR: join(shell.folder, "userData/data") },
    rendererFolder: join(shell.folder, "dist/renderer"),
  });
});

it("keeps what the owner configured", async () => {
  using shell = shellUnderTest({ env: { SERVICE_PORT: "3000", SERVICE_DATA_DIR: "/elsewhere" } });
  await shell.run();

  expect(shell.started[0]?.environment).toMatchObject({
    SERVICE_PORT: "3000",
    SERVICE_DATA_DIR: "/elsewhere",
  });
});

it("uses the same port again if it is free", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const file = join(shell.folder, "userData/port.json");

  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ port: 4321 });
});

it("points a packaged service to the packaged Node and pi", async () => {
  using shell = shellUnderTest({ isPackaged: true });
  await shell.run();
  const resources = join(shell.folder, "resources");

  expect(shell.started[0]).toMatchObject({
    isPackagedApp: true,
    rendererFolder: join(resources, "app.asar.unpacked/dist/renderer"),
    environment: {
      SERVICE_NODE_PATH: join(resources, "node/node"),
      SERVICE_PI_PATH: join(
        resources,
        "app.asar.unpacked/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js",
      ),
    },
  });
});

it("keeps one older log when the log has grown", async () => {
  using shell = shellUnderTest();
  await mkdir(join(shell.folder, "logs"));
  writeFileSync(join(shell.folder, "logs/signalbox.log"), "x".repeat(8_000_001));
  await shell.run();

  expect(readFileSync(join(shell.folder, "logs/signalbox.old.log"), "utf8")).toHaveLength(8_000_001);
  expect(readFileSync(join(shell.folder, "logs/signalbox.log"), "utf8")).toContain("The service has started");
});

describe("quitting while agents are running", () => {
  it("asks first, and keeps running if the person declines", async () => {
    using shell = shellUnderTest();
    await shell.run();
    shell.service.change({ running: 2 });
    shell.fake.answer = 1;
    shell.fake.tray.click("Quit Signalbox");
    await expect.poll(() => shell.fake.questions).toEqual(["2 sessions are running."]);
    expect(shell.service.asked).toEqual([]);

    shell.fake.answer = 0;
    const asked = () => {
      shell.fake.tray.click("Quit Signalbox");
      return shell.fake.questions;
    };
    await expect.poll(asked).toHaveLength(2);
    expect(await shell.fake.exited).toBe(0);
    expect(shell.service.asked).toEqual(["close"]);
  });

  it.each([
    ["a signal", (shell: ReturnType<typeof shellUnderTest>) => shell.signal("SIGTERM")],
    [
      "the machine going down",
      (shell: ReturnType<typeof shellUnderTest>) => shell.fake.power.emit("shutdown"),
    ],
  ])("asks nobody on %s", async (_title, end) => {
    using shell = shellUnderTest();
    await shell.run();
    shell.service.change({ running: 1 });
    end(shell);

    expect(await shell.fake.exited).toBe(0);
    expect(shell.fake.questions).toEqual([]);
  });

  it("does not wait for an answer when the machine shuts down", async () => {
    using shell = shellUnderTest();
    await shell.run();
    shell.service.change({ running: 1 });
    shell.fake.answer = 1;
    shell.fake.app.quit();
    shell.fake.power.emit("shutdown");

    expect(await shell.fake.exited).toBe(0);
  });
});

describe("the recovery window", () => {
  const failing = (options: Parameters<typeof shellUnderTest>[0] = {}) => {
    const shell = shellUnderTest(options);
    shell.startService = () => Promise.reject(new Error("Another program is using 127.0.0.1:3000."));
    return shell;
  };

  it("restarts the app with a visible window when asked to try again", async () => {
    using shell = failing({ argv: [".", "--hidden"], env: { APPIMAGE: "/opt/me/Signalbox.AppImage" } });
    await shell.run();
    shell.fake.window.webContents.navigate(recoveryActions.retry);

    expect(await shell.fake.exited).toBe(0);
    expect(shell.fake.relaunched).toEqual({ execPath: "/opt/me/Signalbox.AppImage", args: ["."] });
  });

  it("offers another port only if one was configured", async () => {
    using free = failing();
    await free.run();
    expect(decodeURIComponent(free.fake.window.webContents.url)).not.toContain("another port");

    using taken = failing({ env: { SERVICE_PORT: "3000" } });
    await taken.run();
    expect(decodeURIComponent(taken.fake.window.webContents.url)).toContain("Start on another port");
    taken.fake.window.webContents.navigate(recoveryActions.otherPort);
    expect(taken.fake.relaunched?.args).toEqual(["--any-port"]);
  });

  it("starts once on any free port", async () => {
    using shell = shellUnderTest({ env: { SERVICE_PORT: "3000" }, argv: ["--any-port"] });
    await shell.run();

    expect(shell.started[0]?.environment).toMatchObject({ SERVICE_PORT: "0" });
  });
});
