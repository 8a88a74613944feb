import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { localOrigin } from "./local-origin.ts";

const run = promisify(execFile);

it("is the git folder of a repository on this machine, without its files", async () => {
  await using folder = await makeTestFolder();
  const [bare, checkedOut] = [folder.at("bare.git"), folder.at("work")];
  await run("git", ["init", "--quiet", "--bare", bare]);
  await run("git", ["init", "--quiet", checkedOut]);
  expect(await localOrigin(bare)).toEqual([bare]);
  expect(await localOrigin(`file://${checkedOut}`)).toEqual([join(checkedOut, ".git")]);
  expect(await localOrigin("https://github.com/a/b.git")).toEqual([]);
});

it("is no folder that a file in the place of the git folder leads to, unless git keeps a repository there", async () => {
  await using folder = await makeTestFolder();
  const [checkout, papers] = [folder.at("checkout"), folder.at("papers")];
  await mkdir(join(papers, "objects"), { recursive: true });
  await writeFile(join(papers, "HEAD"), "what is for nobody else\n");
  await run("git", ["init", "--quiet", checkout, `--separate-git-dir=${folder.at("kept")}`]);
  expect(await localOrigin(checkout)).toEqual([join(checkout, ".git"), folder.at("kept")]);
  await writeFile(join(checkout, ".git"), `gitdir: ${papers}\n`);
  expect(await localOrigin(checkout)).toEqual([checkout]);
  await writeFile(join(checkout, ".git"), `gitdir: ${folder.at("kept")}\n`);
  await writeFile(folder.at("kept", "commondir"), `${papers}\n`);
  expect(await localOrigin(checkout)).toEqual([checkout]);
});
