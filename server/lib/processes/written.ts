import { readdir, readFile, stat } from "node:fs/promises";

const line = /^write_bytes: (\d+)$/m;

/**
 * What processes have put on disks: what they wrote to any, with those that they started and that have ended, or what is in
 * their open files that have no name any more, on the disk of the folder, if that is more. 0 where nothing says.
 */
export async function writtenBy(pids: readonly number[], folder: string): Promise<number> {
  if (process.platform !== "linux") return 0;
  let written = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/io`, "utf8").catch(() => "");
    written += Number(line.exec(text)?.[1] ?? 0);
  }
  return Math.max(written, await inNamelessFiles(pids, folder));
}

async function inNamelessFiles(pids: readonly number[], folder: string): Promise<number> {
  // Its agent may have moved it away; then files on any disk count.
  const disk = await stat(folder).then(
    ({ dev }) => dev,
    () => null,
  );
  const sizes = new Map<number, number>();
  for (const pid of pids) {
    const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const name of open) {
      const file = await stat(`/proc/${pid}/fd/${name}`).catch(() => null);
      if (file?.isFile() && file.nlink === 0 && (disk === null || file.dev === disk))
        sizes.set(file.ino, file.blocks * 512);
    }
  }
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}
