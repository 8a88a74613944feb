import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const root = join(import.meta.dirname, "../..");

export type FoundChromium = { path: string } | { missing: string };

/** The browser for the tests: the configured one, the packaged one, or an installed one. */
export async function findChromium(): Promise<FoundChromium> {
  const named = process.env["SIGNALBOX_CHROMIUM"];
  if (named)
    return existsSync(named) ? { path: named } : { missing: `SIGNALBOX_CHROMIUM is not there: ${named}` };
  if (process.platform === "linux" && process.arch === "x64") return { path: await packagedChromium() };
  const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", chromium.executablePath()];
  const path = installed.find((candidate) => existsSync(candidate));
  return path === undefined
    ? { missing: "no Chromium on this machine (name one in SIGNALBOX_CHROMIUM)" }
    : { path };
}

/**
 * Unpacks the packaged Chromium once per version and machine, into a folder that is kept after the run. The package unpacks
 * file by file to TMPDIR, so it gets a temporary folder that is renamed once it is complete: neither a crash nor a parallel
 * run leaves an incomplete browser.
 */
async function packagedChromium(): Promise<string> {
  const folder = join(
    process.env["SIGNALBOX_KEPT_FOLDER"] ?? tmpdir(),
    `signalbox-chromium-${await packagedVersion()}`,
  );
  const path = join(folder, "chromium");
  if (existsSync(path)) return path;
  const unpacking = await mkdtemp(`${folder}-`);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = unpacking;
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    await packaged.executablePath();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  await mkdir(folder, { recursive: true });
  await rename(unpacking, folder).catch(async (error: NodeJS.ErrnoException) => {
    if (!existsSync(path)) throw error;
    await rm(unpacking, { recursive: true, force: true });
  });
  return path;
}

async function packagedVersion(): Promise<string> {
  const manifest = await readFile(join(root, "node_modules/@sparticuz/chromium/package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
