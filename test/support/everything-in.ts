import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";

/** Every file and folder below a folder in use: one of its folders may be removed while it is read, as a temporary clone is. */
export async function everythingIn(folder: string): Promise<Dirent[]> {
  for (;;) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        return null;
      },
    );
    if (entries) return entries;
  }
}
