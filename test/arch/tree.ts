import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, whatever the working directory of the tests. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

const NOT_OURS = new Set(["node_modules", "dist", ".git", "artifacts"]);

/** Every project file below `folder`, relative to the project, with forward slashes; none if the folder does not exist. */
export function filesBelow(folder: string): string[] {
  const entries = (() => {
    try {
      return readdirSync(join(root, folder), { withFileTypes: true });
    } catch {
      return [];
    }
  })();
  return entries.flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [relative(".", path).replaceAll("\\", "/")];
  });
}

/** The text of a project file. */
export function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
