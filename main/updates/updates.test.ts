import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shellUnderTest } from "../../test/support/shell.ts";

function packaged({ hasFeed = true, checksForUpdates = false } = {}) {
  const shell = shellUnderTest({ isPackaged: true });
  mkdirSync(join(shell.folder, "resources"));
  if (hasFeed) writeFileSync(join(shell.folder, "resources/app-update.yml"), "provider: generic\n");
  writeFileSync(
    join(shell.folder, "userData/desktop.json"),
    JSON.stringify({ shortcut: null, checksForUpdates }),
  );
  const choose = () => {
    const items = shell.fake.menu.flatMap(({ submenu }) => submenu ?? []);
    items.find(({ label }) => label === "Check for Updates…")?.click?.();
  };
  return Object.assign(shell, { choose });
}

it("never checks, and says why it cannot, in a build without a feed", async () => {
  using shell = packaged({ hasFeed: false, checksForUpdates: true });
  await shell.run();
  shell.choose();

  await expect.poll(() => shell.fake.questions).toEqual(["This build cannot update itself."]);
  expect(shell.updater.asked).toEqual([]);
});

it("downloads and installs nothing before the person has agreed", async () => {
  using shell = packaged();
  await shell.run();
  expect(shell.updater.asked).toEqual([]);
  shell.updater.newest = { version: "2.0.0", releaseNotes: "<p>New</p>" };
  shell.fake.answer = 1;
  shell.choose();

  await expect.poll(() => shell.fake.questions).toEqual(["Signalbox 2.0.0 is available. You have 1.2.3."]);
  expect(shell.updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, asked: ["check"] });
});

it("stops the service before the installer runs", async () => {
  using shell = packaged();
  await shell.run();
  shell.updater.newest = { version: "2.0.0" };
  shell.service.change({ running: 1 });
  shell.choose();

  await expect.poll(() => shell.updater.asked).toEqual(["check", "download", "install"]);
  expect(shell.service.asked).toEqual(["close"]);
  expect(shell.fake.questions).not.toContain("A session is running.");
  expect(shell.fake.calls).not.toContain("app.exit 0");
});

it("checks quietly at the start if that is turned on", async () => {
  using shell = packaged({ checksForUpdates: true });
  await shell.run();

  await expect.poll(() => shell.updater.asked).toEqual(["check"]);
  expect(shell.fake.questions).toEqual([]);
});

it("reports a failed check, and can check again", async () => {
  using shell = packaged();
  await shell.run();
  shell.updater.failure = new Error("ENOTFOUND");
  shell.choose();
  await expect.poll(() => shell.fake.questions).toEqual(["Could not get updates."]);

  shell.updater.failure = null;
  shell.choose();
  await expect.poll(() => shell.fake.questions.at(-1)).toBe("Signalbox 1.2.3 is up to date.");
});
