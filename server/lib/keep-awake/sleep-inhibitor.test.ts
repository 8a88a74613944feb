import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { expect, it, vi } from "vitest";
import { makeTestFolder } from "../../../test/support/test-folder.ts";
import { inhibitorCommand, processInhibitor } from "./sleep-inhibitor.ts";

const onLinux = process.platform === "linux";

/** Stands for the system's program, which talks to a login manager that a test machine does not have. */
async function standIn(script: string) {
  const folder = await makeTestFolder();
  await writeFile(folder.at("systemd-inhibit"), `#!/bin/sh\n${script}\n`);
  await chmod(folder.at("systemd-inhibit"), 0o755);
  const environment = { PATH: `${folder.path}${delimiter}${process.env["PATH"] ?? ""}` };
  return { folder, inhibitor: processInhibitor({ platform: "linux", environment }) };
}

it("holds the system's program until it is released", async (context) => {
  if (!onLinux) context.skip("only Linux has systemd-inhibit");
  const { folder, inhibitor } = await standIn(`
    echo "$@" > "$(dirname "$0")/asked"
    while [ "$1" != cat ]; do shift; done
    "$@"
    echo ended > "$(dirname "$0")/ended"`);
  await using _ = folder;
  const lost = vi.fn<(reason: string) => void>();
  inhibitor.hold(lost);
  const read = (name: string) => readFile(folder.at(name), "utf8").catch(() => null);
  await expect.poll(() => read("asked"), { timeout: 10_000 }).toContain("--what=idle --mode=block");
  expect(await read("ended")).toBeNull();
  inhibitor.release();
  await expect.poll(() => read("ended"), { timeout: 10_000 }).toBe("ended\n");
  expect(lost).not.toHaveBeenCalled();
});

it("says why the system's program does not hold", async (context) => {
  if (!onLinux) context.skip("only Linux has systemd-inhibit");
  const { folder, inhibitor } = await standIn("echo 'Failed to inhibit: access denied' >&2; exit 1");
  await using _ = folder;
  const reason = await new Promise<string>((resolve) => inhibitor.hold(resolve));
  expect(reason).toBe("systemd-inhibit failed: Failed to inhibit: access denied");
});

it("says that the program is missing", async () => {
  const inhibitor = processInhibitor({ platform: "darwin", environment: { PATH: "/nowhere" } });
  expect(await new Promise<string>((resolve) => inhibitor.hold(resolve))).toBe(
    "caffeinate is not installed.",
  );
});

it("has a program for each system that has one", () => {
  expect(inhibitorCommand("win32")).toBeNull();
  expect(inhibitorCommand("darwin")).toEqual(["caffeinate", "-i", "cat"]);
});
