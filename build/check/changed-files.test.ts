import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { changedFiles } from "./changed-files.ts";

let root = "";
const git = (...args: string[]) =>
  promisify(execFile)("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: root });
const write = (name: string, text: string) => writeFileSync(join(root, name), text);

async function commit(message: string): Promise<void> {
  await git("add", "-A");
  await git("commit", "-q", "-m", message);
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "signalbox-changed-"));
  await git("init", "-q", "-b", "main");
  for (const name of ["kept.ts", "edited.ts", "removed.ts", "renamed.ts"]) write(name, `// ${name}\n`);
  await commit("first");
  await git("switch", "-q", "-c", "topic");
  write("edited.ts", "// edited\n");
  await git("rm", "-q", "removed.ts");
  await git("mv", "renamed.ts", "new name.ts");
  await commit("second");
  write("untracked.ts", "");
  write("kept.ts", "// edited, not committed\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it("finds what was committed since the branch began and what is not committed yet", async () => {
  expect(await changedFiles(root, null)).toEqual({
    base: "main",
    files: ["edited.ts", "kept.ts", "new name.ts", "untracked.ts"],
    deleted: ["removed.ts", "renamed.ts"],
  });
});

it("compares with the revision that is named", async () => {
  expect(await changedFiles(root, "HEAD")).toEqual({
    base: "HEAD",
    files: ["kept.ts", "untracked.ts"],
    deleted: [],
  });
});

it("says so when it has nothing to compare with", async () => {
  await expect(changedFiles(root, "no-such-branch")).rejects.toThrow("no-such-branch");
  await git("branch", "-D", "main");
  await expect(changedFiles(root, null)).rejects.toThrow("Name a revision");
});
