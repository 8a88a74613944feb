import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hearCommand } from "../../test/support/hear-command.ts";
import { commands } from "./commands.ts";

const program = join(import.meta.dirname, "../../build/signalbox");

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
  for (const [name, { usage, summary }] of Object.entries(commands))
    expect(err.replaceAll(/ +/g, " ")).toContain(`\n ${name} ${usage} ${summary}\n`.replaceAll(/ +/g, " "));
});

it.each(Object.keys(commands))("prints the help of %s instead of running it", async (name) => {
  const { code, out, err } = await hearCommand(name, "--help");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`Usage: signalbox ${name} `);
  for (const [option, about] of Object.entries(commands[name]?.options ?? {}))
    expect(out.replaceAll(/ +/g, " ")).toContain(`\n ${option} ${about}\n`);
});

it("refuses an option that a command does not have, without running it", async () => {
  expect(await signalbox("demo", "--exti")).toEqual({
    code: 2,
    out: "",
    err: `signalbox demo has no option --exti. \`${program} demo --help\` lists those that it has.\n`,
  });
  expect((await signalbox("backup", "--now")).err).toContain("signalbox backup has no option --now.");
  expect((await signalbox("demo", "exit")).err).toContain("signalbox demo does not take exit.");
});

it.each(Object.keys(commands))("refuses an option that %s does not have, in words", async (name) => {
  const { code, out, err } = await hearCommand(name, "--no-such-option");
  expect([out, err.includes("\n    at ")]).toEqual(["", false]);
  expect(code).toBeGreaterThan(0);
  expect(err).toMatch(/--no-such-option|^Usage: signalbox /);
});

it("lists its commands with --help", async () => {
  const { code, out } = await signalbox("--help");
  expect(code).toBe(0);
  expect(out).toContain("Usage: signalbox <command>");
});
