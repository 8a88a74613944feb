import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron, type ElectronApplication } from "playwright-core";
import { afterEach, beforeEach, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const binaryFolder = join(root, "node_modules/electron");
const isLinux = process.platform === "linux";

/** Why the app cannot run on this machine, or null if it can. */
function whyNot(): string | null {
  if (!existsSync(join(binaryFolder, "dist")))
    return "no Electron binary on this machine (`npx install-electron`)";
  if (isLinux && !process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"]) return "no display for Electron";
  if (!existsSync(join(root, "dist/main/index.js"))) return "the desktop part is not built (`npm run build`)";
  return null;
}

let folder = "";
let running: ElectronApplication | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-electron-"));
});

afterEach(async () => {
  await running?.close();
  running = null;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function launch(environment: Record<string, string> = {}): Promise<ElectronApplication> {
  const executable = readFileSync(join(binaryFolder, "path.txt"), "utf8").trim();
  // Chromium's own sandbox needs a set-uid helper that an unpacked download does not have.
  const args = [
    root,
    `--user-data-dir=${folder}`,
    ...(isLinux && process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  const inherited = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
  const env = {
    ...Object.fromEntries(inherited),
    SERVICE_DATA_DIR: join(folder, "data"),
    ...environment,
  };
  running = await _electron.launch({
    executablePath: join(binaryFolder, "dist", executable),
    args,
    env,
  });
  return running;
}

it("shows the board without Node in its page, opens no second window and ends on quit", async (context) => {
  const reason = whyNot();
  if (reason) return context.skip(reason);
  const app = await launch();
  const page = await app.firstWindow();
  await page.waitForLoadState("load");

  expect(new URL(page.url()).hostname).toBe("127.0.0.1");
  expect(await page.evaluate("[typeof require, typeof process, window.signalbox.shell]")).toEqual([
    "undefined",
    "undefined",
    "electron",
  ]);
  expect(await page.evaluate("window.open('about:blank')")).toBeNull();
  expect(app.windows()).toHaveLength(1);

  const ended = app.waitForEvent("close");
  await app.evaluate(({ app: electronApp }) => electronApp.quit());
  await ended;
  running = null;
});

it("shows the recovery window when its port is taken", async (context) => {
  const reason = whyNot();
  if (reason) return context.skip(reason);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  if (address === null || typeof address === "string") throw new Error("There is no port");

  const app = await launch({ SERVICE_PORT: String(address.port) });
  // Read from the shell, because the page itself runs no scripts.
  const titles = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getTitle()));
  await expect.poll(titles, { timeout: 60_000 }).toEqual(["Signalbox could not start"]);
  await new Promise((resolve) => taken.close(resolve));
});
