import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs git in `folder`, without a user account and without the configuration of this machine. */
export async function gitIn(folder: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  const person = ["-c", "user.name=Test", "-c", "user.email=test@signalbox.invalid"];
  return (await run("git", [...person, ...args], { cwd: folder, env })).stdout;
}

/** A repository with one commit of `files` on `main`; returns its folder. */
export async function makeGitRepository(
  folder: string,
  files: Readonly<Record<string, string>> = { "README.md": "# Sample\n" },
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await gitIn(folder, "init", "--quiet", "--initial-branch=main");
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await gitIn(folder, "add", "--all");
  await gitIn(folder, "commit", "--quiet", "--message", "First");
  return folder;
}
