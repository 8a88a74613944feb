import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../../../lib/exists.ts";

/** Creates a small repository with one commit, unless it exists. Rejects with git's error. */
export async function ensureRepository(
  folder: string,
  of: {
    files: Readonly<Record<string, string>>;
    git(args: readonly string[], cwd: string): Promise<unknown>;
  },
): Promise<void> {
  if (await exists(join(folder, ".git"))) return;
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  for (const [name, text] of Object.entries(of.files)) {
    const file = join(draft, name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, text);
  }
  const author = ["-c", "user.name=Signalbox demo", "-c", "user.email=demo@signalbox.invalid"];
  await of.git(["init", "--quiet", "--initial-branch=main"], draft);
  await of.git(["add", "--all"], draft);
  await of.git(
    [...author, "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", "A greeter"],
    draft,
  );
  await rename(draft, folder);
}
