import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../test/support/test-folder.ts";
import { writtenBy } from "./written.ts";

it("counts what is in a file that has no name any more", async ({ skip }) => {
  if (process.platform !== "linux") skip("Only Linux says what processes have open");
  await using folder = await makeTestFolder();
  const script = "exec 7> nameless; rm nameless; head -c 3M /dev/zero >&7; echo written; read end";
  const child = spawn("/bin/sh", ["-c", script], { cwd: folder.path, stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  expect(await writtenBy([child.pid ?? 0], folder.path)).toBeGreaterThanOrEqual(3 * 1024 ** 2);
  expect(await writtenBy([], folder.path)).toBe(0);
  child.stdin.end();
  await once(child, "exit");
});
