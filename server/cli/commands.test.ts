import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commands } from "./commands.ts";

/** Runs the real command in its own process. */
function signalbox(...args: string[]) {
  const cli = join(import.meta.dirname, "../cli.ts");
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [cli, ...args], { env: { PATH: process.env["PATH"] } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

it("lists its commands on the error stream for an unknown command", async () => {
  const { code, out, err } = await signalbox("fly");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain('Unknown command "fly"');
  for (const [name, { summary }] of Object.entries(commands)) {
    expect(err).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, "m"));
  }
});
