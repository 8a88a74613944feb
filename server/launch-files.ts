import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";
import { launchLinkMs } from "./domains/access/browser-sign-ins/index.ts";
import { writeFlushedPrivateFile } from "./lib/private-file.ts";

/**
 * Files that lead a browser to a launch link. A program's arguments can be seen by every user of the machine, so the browser
 * gets the path of a file that only the owner can read instead of the link. Each is removed when its link expires.
 */
export function launchFiles(of: { dataFolder: string; launchLink(path?: string): string }) {
  const folder = launchFolder(of.dataFolder, {
    platform: process.platform,
    home: homedir(),
    hasSnaps: existsSync("/snap/bin"),
  });
  const open = new Map<string, NodeJS.Timeout>();

  async function remove(path: string): Promise<void> {
    clearTimeout(open.get(path));
    open.delete(path);
    await rm(path, { force: true });
  }

  return {
    async create(boardPath?: string): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${prefix}${randomBytes(8).toString("hex")}.html`);
      writeFlushedPrivateFile(path, forwardingPage(of.launchLink(boardPath)));
      open.set(path, setTimeout(() => void remove(path), launchLinkMs).unref());
      return path;
    },
    /** What a killed service left, whose links are void. */
    async sweep(): Promise<void> {
      const names = await readdir(folder).catch(() => []);
      const left = names.filter((name) => /^signalbox-open-[0-9a-f]{16}\.html$/.test(name));
      await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
    },
    async close(): Promise<void> {
      await Promise.all([...open.keys()].map(remove));
    },
  };
}

const prefix = "signalbox-open-";

/**
 * In the data folder, except that a browser which was installed as a snap reads no hidden folder and nothing outside the home.
 * In the home, the file's own mode keeps others out.
 */
export function launchFolder(
  dataFolder: string,
  { platform, home, hasSnaps }: { platform: NodeJS.Platform; home: string; hasSnaps: boolean },
): string {
  const own = join(dataFolder, "run");
  if (platform !== "linux" || !hasSnaps) return own;
  const way = relative(home, own).split(sep);
  return way.some((name) => name.startsWith(".")) ? home : own;
}

/** The page replaces itself, so that it is not in the history. */
function forwardingPage(url: string): string {
  const quoted = JSON.stringify(url).replaceAll("<", "\\u003c");
  const escaped = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Signalbox</title>
<script>location.replace(${quoted});</script>
<p>If the board does not open, <a href="${escaped}">open it here</a>.</p>
</html>
`;
}
