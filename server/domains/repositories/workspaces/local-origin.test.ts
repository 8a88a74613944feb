import { execFile } from "node:child_process";
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
