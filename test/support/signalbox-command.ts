import { execFile } from "node:child_process";
import { join } from "node:path";

const cli = join(import.meta.dirname, "../../server/cli.ts");

export interface Ran {
  code: unknown;
  out: string;
  err: string;
}

/** Runs a program to its end, without a terminal and with no other environment than this one and PATH. */
export const runProgram = (
  [program = "", ...args]: readonly string[],
  { env = {}, cwd = "/" }: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<Ran> =>
  new Promise((resolve) => {
    const environment = { PATH: process.env["PATH"], ...env };
    execFile(program, args, { env: environment, cwd }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    ).stdin?.end();
  });

/** Runs `signalbox` from its sources. */
export const signalbox = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => runProgram([process.execPath, cli, ...args], { env });
