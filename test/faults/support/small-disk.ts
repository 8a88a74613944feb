import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "vitest";

/** A file system of its own that can be filled. */
export interface SmallDisk extends Disposable {
  path: string;
  freeBytes(): number;
  /** Takes all of the space but about `left` bytes. Call it again for what became free meanwhile. */
  fill(left?: number): void;
  /** Gives back what `fill` took. */
  empty(): void;
}

const pieceBytes = 64 * 1024;

/** Mounts a file system in memory at `path`; skips the test where that is not possible. */
export function mountSmallDisk(context: TestContext, path: string, megabytes: number): SmallDisk {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    context.skip("only root on Linux can mount a small file system");
  mkdirSync(path, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", path], {
      stdio: "pipe",
    });
  } catch (error) {
    context.skip(`this machine does not allow mounts: ${String(error)}`);
  }
  const filler = join(path, "filler");
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fill(left = 0) {
      for (let bytes = freeBytes() - left; bytes > 0; bytes = freeBytes() - left)
        if (!append(filler, Math.min(bytes, pieceBytes))) return;
    },
    empty: () => rmSync(filler, { force: true }),
    [Symbol.dispose]: () => void execFileSync("umount", ["--lazy", path]),
  };
}

/** False once nothing more fits. */
function append(file: string, bytes: number): boolean {
  try {
    appendFileSync(file, Buffer.alloc(bytes));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}
