import { type CliOptions, parseCLI } from "vitest/node";
import { SetupError } from "../setup/report.mjs";
import { parseShard, type Shard } from "./stages.ts";

export interface RunnerArguments {
  /** Parts of the paths of test files; none means all files. */
  paths: string[];
  shard: Shard | null;
  /** Whether the stages after a failed one run too. */
  keepGoing: boolean;
  vitest: CliOptions;
}

/** `--keep-going` and `--shard` are ours; everything else is passed to vitest. */
export function parseArguments(args: readonly string[]): RunnerArguments {
  const rest = args.filter((arg) => arg !== "--keep-going");
  const { filter, options } = parseCLI(["vitest", "run", ...rest]);
  const { shard: given, ...vitest } = options;
  const shard = given === undefined ? null : parseShard(String(given));
  if (given !== undefined && shard === null)
    throw new SetupError(`--shard=${String(given)} is not a shard. Example: --shard=1/3`);
  return { paths: filter, shard, keepGoing: rest.length < args.length, vitest };
}
