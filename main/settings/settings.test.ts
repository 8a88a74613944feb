import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { desktopState } from "../../renderer/lib/desktop.ts";
import { boardUrl, shellUnderTest } from "../../test/support/shell.ts";

const chord = "Control+Alt+S";
const read = async (shell: ReturnType<typeof shellUnderTest>) =>
  desktopState.parse(await shell.ask("desktop:read"));
const change = async (shell: ReturnType<typeof shellUnderTest>, wanted: object) =>
  desktopState.parse(await shell.ask("desktop:change", wanted));

describe("a request of the board", () => {
  it("is only answered for the board's own page", async () => {
    using shell = shellUnderTest();
    await shell.run();
    const { ipc } = shell.fake;
    const foreign = [
      { url: "https://example.com/" },
      { url: `${boardUrl}.example.com/` },
      { url: "data:text/html,x" },
      { url: `${boardUrl}/`, parent: {} },
    ];

    for (const from of foreign)
      await expect(ipc.say("desktop:read", undefined, from)).rejects.toThrow("Not allowed");
    await expect(read(shell)).resolves.toMatchObject({ shortcut: null, problem: null });
  });

  it.each([
    ["a wish it does not know", { opensAtLogin: true, command: "rm" }],
    ["a key without others", { shortcut: "A" }],
    ["text for a switch", { opensAtLogin: "yes" }],
    ["nothing at all", undefined],
  ])("is refused with %s", async (_title, wanted) => {
    using shell = shellUnderTest();
    await shell.run();

    await expect(shell.ask("desktop:change", wanted)).rejects.toThrow();
    expect(existsSync(join(shell.folder, "userData/desktop.json"))).toBe(false);
  });

  it("is no longer answered when the app quits", async () => {
    using shell = shellUnderTest();
    await shell.run();
    shell.signal("SIGTERM");
    await shell.fake.exited;

    expect([...shell.fake.ipc.handlers.keys()]).toEqual([]);
  });
});

describe("the shortcut", () => {
  it("shows the window from anywhere, also after a restart, and ends with the app", async () => {
    using shell = shellUnderTest();
    await shell.run();
    expect(await change(shell, { shortcut: chord })).toMatchObject({ shortcut: chord, problem: null });
    shell.fake.window.hide();
    shell.fake.shortcuts.held.get(chord)?.();
    expect(shell.fake.window.isHidden).toBe(false);
    expect(JSON.parse(readFileSync(join(shell.folder, "userData/desktop.json"), "utf8"))).toMatchObject({
      shortcut: chord,
    });

    shell.signal("SIGTERM");
    await shell.fake.exited;
    expect(shell.fake.shortcuts.held.size).toBe(0);
  });

  it("for live mode shows the window and tells its page, beside the other one", async () => {
    using shell = shellUnderTest();
    await shell.run();
    await change(shell, { shortcut: chord });
    const state = await change(shell, { talkShortcut: "Control+Alt+Space" });
    expect(state).toMatchObject({ shortcut: chord, talkShortcut: "Control+Alt+Space", problem: null });
    shell.fake.window.hide();
    shell.fake.shortcuts.held.get("Control+Alt+Space")?.();
    expect(shell.fake.window.isHidden).toBe(false);
    expect(shell.fake.window.webContents.sent).toEqual([["desktop:talk", null]]);
    expect(await change(shell, { talkShortcut: chord })).toMatchObject({
      talkShortcut: "Control+Alt+Space",
      problem: expect.stringContaining("not available"),
    });
    await change(shell, { talkShortcut: null });
    expect([...shell.fake.shortcuts.held.keys()]).toEqual([chord]);
  });

  it("reports that another program has it, and keeps the previous one", async () => {
    using shell = shellUnderTest();
    await shell.run();
    shell.fake.shortcuts.taken.add("Control+Alt+T");
    await change(shell, { shortcut: chord });
    const state = await change(shell, { shortcut: "Control+Alt+T" });

    expect(state.shortcut).toBe(chord);
    expect(state.problem).toContain("Control + Alt + T is not available");
    expect([...shell.fake.shortcuts.held.keys()]).toEqual([chord]);
  });

  it("is kept and reported if it is not available at the start", async () => {
    using shell = shellUnderTest();
    writeFileSync(
      join(shell.folder, "userData/desktop.json"),
      JSON.stringify({ shortcut: chord, checksForUpdates: false }),
    );
    shell.fake.shortcuts.taken.add(chord);
    await shell.run();

    expect(await read(shell)).toMatchObject({
      shortcut: chord,
      problem: expect.stringContaining("another program"),
    });
  });
});

describe("starting at login", () => {
  it("is a login item of macOS and Windows, read back from the system", async () => {
    using shell = shellUnderTest({ platform: "win32", isPackaged: true });
    await shell.run();
    expect(await change(shell, { opensAtLogin: true })).toMatchObject({ opensAtLogin: true, problem: null });

    using refusing = shellUnderTest({ platform: "darwin", isPackaged: true });
    await refusing.run();
    refusing.fake.refusesLogin = true;
    refusing.fake.login.status = "requires-approval";
    expect(await change(refusing, { opensAtLogin: true })).toMatchObject({
      opensAtLogin: false,
      problem: "Allow Signalbox under System Settings > General > Login Items.",
    });
  });

  it("is a file on Linux, which replaces a symbolic link rather than following it", async () => {
    using shell = shellUnderTest({
      isPackaged: true,
      env: { APPIMAGE: "/opt/me/My Apps/Signalbox.AppImage" },
    });
    const folder = join(shell.folder, "appData/autostart");
    const file = join(folder, "dev.signalbox.app.desktop");
    const other = join(shell.folder, "other");
    mkdirSync(folder, { recursive: true });
    writeFileSync(other, "untouched");
    symlinkSync(other, file);
    await shell.run();
    expect(await change(shell, { opensAtLogin: true })).toMatchObject({ opensAtLogin: true, problem: null });
    expect(readFileSync(file, "utf8")).toContain('Exec="/opt/me/My Apps/Signalbox.AppImage" --hidden\n');
    expect(readFileSync(other, "utf8")).toBe("untouched");

    expect(await change(shell, { opensAtLogin: false })).toMatchObject({
      opensAtLogin: false,
      problem: null,
    });
    expect(existsSync(file)).toBe(false);
  });

  it("is not available in a checkout", async () => {
    using shell = shellUnderTest();
    await shell.run();

    expect(await read(shell)).toMatchObject({ opensAtLogin: null, checksForUpdates: null });
  });

  it("shows no window until the person opens it", async () => {
    using shell = shellUnderTest({ argv: ["--hidden"] });
    await shell.run();
    expect(shell.fake.window.isHidden).toBe(true);
    shell.fake.tray.click("Open Signalbox");
    expect(shell.fake.window.isHidden).toBe(false);

    using mac = shellUnderTest({ platform: "darwin" });
    mac.fake.login.wasOpenedAtLogin = true;
    await mac.run();
    expect(mac.fake.window.isHidden).toBe(true);
  });

  it("shows the window if nothing else could, or if a link needs it", async () => {
    using bare = shellUnderTest({ argv: ["--hidden"] });
    bare.fake.hasNoTray = true;
    await bare.run();
    using linked = shellUnderTest({ argv: ["--hidden", "signalbox://inbox"] });
    await linked.run();

    expect([bare.fake.window.isHidden, linked.fake.window.isHidden]).toEqual([false, false]);
  });
});
