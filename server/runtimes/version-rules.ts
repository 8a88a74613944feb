import type { LocatedCli } from "./runtime.ts";
import { text } from "./text.ts";

/** Whether a version such as `2.1.329` is `oldest`, such as `2.1`, or newer. What is no version counts as new enough. */
export function isAtLeast(version: string, oldest: string): boolean {
  const found = version.split(".").map(Number);
  for (const [index, wanted] of oldest.split(".").map(Number).entries()) {
    const part = found[index] ?? 0;
    if (part !== wanted) return !(part < wanted);
  }
  return true;
}

/** A CLI that is older than what the service speaks counts as missing, with the command that updates it. */
export function unlessTooOld(
  cli: LocatedCli,
  { label, oldest, update }: { label: string; oldest: string; update: string },
): LocatedCli {
  if (cli.kind === "missing" || isAtLeast(cli.version, oldest)) return cli;
  const { version } = cli;
  return { kind: "missing", message: text.tooOld({ label, version, oldest, update }), version };
}
