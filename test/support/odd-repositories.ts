import { rm } from "node:fs/promises";
import { join } from "node:path";
import { gitIn, makeGitRepository } from "./repository.ts";

type Files = Readonly<Record<string, string>>;

/** A repository with one commit of `files` whose only branch, and its HEAD, is `branch`. */
export async function makeRepositoryOn(branch: string, folder: string, files?: Files): Promise<string> {
  await makeGitRepository(folder, files);
  await gitIn(folder, "branch", "--move", "main", branch);
  return folder;
}

/** A linked worktree of a new repository, at its own branch `side`. */
export async function makeWorktree(folder: string, files?: Files): Promise<{ main: string; linked: string }> {
  const [main, linked] = [join(folder, "main"), join(folder, "linked")];
  await makeGitRepository(main, files);
  await gitIn(main, "worktree", "add", "--quiet", "-b", "side", linked);
  return { main, linked };
}

/** A checkout whose git folder lies elsewhere (`git init --separate-git-dir`). */
export async function makeSeparated(
  folder: string,
  files?: Files,
): Promise<{ top: string; gitFolder: string }> {
  const [top, gitFolder] = [join(folder, "checkout"), join(folder, "kept", "repository.git")];
  await makeGitRepository(top, files);
  await gitIn(folder, "init", "--quiet", "--bare", gitFolder);
  await rm(gitFolder, { recursive: true });
  await gitIn(top, "init", "--quiet", `--separate-git-dir=${gitFolder}`);
  return { top, gitFolder };
}

/** A repository with another one as its submodule at `libs/lib`. */
export async function makeSubmodule(
  folder: string,
): Promise<{ top: string; inner: string; library: string }> {
  const [top, library] = [join(folder, "app"), join(folder, "lib")];
  await makeGitRepository(library, { "lib.txt": "library\n" });
  await makeGitRepository(top);
  await gitIn(top, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../lib", "libs/lib");
  await gitIn(top, "commit", "--quiet", "--message", "Add the library");
  return { top, inner: join(top, "libs", "lib"), library };
}
