import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { passingFault } from "../../../lib/passing-fault.ts";
import { CloneError } from "./errors.ts";
import { git } from "./git.ts";

it("says what the machine is short of when git cannot run, which passes", async (context) => {
  context.skip(spawnSync("prlimit", ["--version"]).error !== undefined, "prlimit is not installed");
  const environment = { PATH: process.env["PATH"] ?? "" };
  const within = ["prlimit", "--nofile=3", "git"];
  const error = await git(["ls-remote", "/"], { environment, within }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CloneError);
  expect(error).toMatchObject({ transient: true });
  expect(passingFault(error)).toBe("the service has as many files open as it may");
});
