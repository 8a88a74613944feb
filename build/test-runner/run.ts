import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  createVitest,
  type Reporter,
  type SerializedError,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from "vitest/node";
import { ensure } from "../setup/ensure.mjs";
import { reportTo, SetupError } from "../setup/report.mjs";
import { parseArguments, type RunnerArguments } from "./arguments.ts";
import {
  combine,
  countsOf,
  type FileResult,
  failedLines,
  hasFailed,
  mergeRerun,
  plainLine,
  type RunResult,
  resultOf,
  skippedLines,
} from "./results.ts";
import { drivesRealCli, filesOfShard, intoStages, type Need, type Stage } from "./stages.ts";
import { endVariable, timeLimit } from "./time-limit.ts";

const repository = join(import.meta.dirname, "../..");
const config = join(repository, "test/vitest.config.ts");
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the tests that the arguments select, stage by stage, and returns the exit code. The last line is the counts. */
export async function runTests(args: readonly string[]): Promise<number> {
  const selection = parseArguments(args);
  const root = selection.vitest.root ?? repository;
  const flakyLog = join(root, "test/artifacts/flaky.log");
  rmSync(flakyLog, { force: true });
  const results = new Results();
  const clock = startClock(root);
  const vitest = await createVitest("test", {
    ...selection.vitest,
    root,
    config,
    run: true,
    watch: false,
    reporters: ["default", results],
  });
  try {
    const stages = intoStages(await selectFiles(vitest, selection));
    await ensure(root, needsOf(stages), reportTo(process.stdout));
    await vitest.standalone();
    const run = async (files: TestSpecification[]): Promise<RunResult> => {
      await vitest.runTestSpecifications(files);
      return results.take();
    };
    const { keepGoing } = selection;
    const { result, flaky } = await runStages({ run, stages, keepGoing, withoutLimit: clock.stop });
    if (flaky.length > 0) {
      mkdirSync(dirname(flakyLog), { recursive: true });
      writeFileSync(flakyLog, flaky.map((line) => `${line}\n`).join(""));
    }
    return summarize({ result, flaky, name: vitest.config.testNamePattern });
  } finally {
    await vitest.close();
    clock.end();
  }
}

/** Tells the tests when the time of this run is over. Without a limit, it tells them nothing. */
function startClock(root: string): { stop<T>(run: () => Promise<T>): Promise<T>; end(): void } {
  const limit = timeLimit();
  if (limit === null) return { stop: (run) => run(), end: () => undefined };
  const file = join(root, "test/artifacts/tests-end");
  mkdirSync(dirname(file), { recursive: true });
  const end = String(Date.now() + limit);
  writeFileSync(file, end);
  process.env[endVariable] = file;
  return {
    async stop(run) {
      writeFileSync(file, "");
      try {
        return await run();
      } finally {
        writeFileSync(file, end);
      }
    },
    end: () => rmSync(file, { force: true }),
  };
}

async function selectFiles(vitest: Vitest, { paths, shard }: RunnerArguments): Promise<TestSpecification[]> {
  for (const path of paths)
    if ((await vitest.globTestSpecifications([path])).length === 0)
      throw new SetupError(`No test file has "${path}" in its path. Nothing was run.`);
  const files = await vitest.getRelevantTestSpecifications(paths);
  const selected = shard === null ? files : filesOfShard(files, shard);
  if (selected.length === 0) throw new SetupError("No test file was selected. Nothing was run.");
  return selected;
}

interface StageRun {
  stage: Stage;
  files: TestSpecification[];
}

const isRealCli = ({ moduleId }: TestSpecification): boolean => drivesRealCli(readFileSync(moduleId, "utf8"));

function needsOf(chosen: readonly StageRun[]): Need[] {
  const needs = new Set(chosen.flatMap(({ stage }) => stage.needs));
  if (chosen.some(({ files }) => files.some(isRealCli))) needs.add("clis");
  return [...needs];
}

interface Run {
  run(files: TestSpecification[]): Promise<RunResult>;
  stages: StageRun[];
  keepGoing: boolean;
  /** Runs what may take its time after the run's time is over. */
  withoutLimit<T>(run: () => Promise<T>): Promise<T>;
}

/** The result of the stages that ran, and a line for each flaky test. */
interface Outcome {
  result: RunResult;
  flaky: string[];
}

async function runStages({ run, stages, keepGoing, withoutLimit }: Run): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const [position, { stage, files }] of stages.entries()) {
    say(`== ${stage.project}: ${files.length} ${files.length === 1 ? "file" : "files"}`);
    const startedAt = Date.now();
    const first = await run(files);
    const again = files.filter((file) => stage.reruns || isRealCli(file));
    const outcome = await rerunFailed({ run: (some) => withoutLimit(() => run(some)), first, again });
    outcomes.push(outcome);
    const counts = countsOf(outcome.result);
    say(`${stage.project}: ${plainLine(counts)} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
    const left = stages.slice(position + 1).map(({ stage }) => stage.project);
    if (counts.failed > 0 && left.length > 0 && !keepGoing) {
      say(`Stopped after ${stage.project}. Not run: ${left.join(", ")}. Use --keep-going to run all stages.`);
      break;
    }
  }
  return {
    result: combine(outcomes.map(({ result }) => result)),
    flaky: outcomes.flatMap(({ flaky }) => flaky),
  };
}

interface Rerun {
  run: Run["run"];
  first: RunResult;
  /** The files that may run once more. */
  again: TestSpecification[];
}

/** Runs each failed file of `again` once more, alone. */
async function rerunFailed({ run, first, again }: Rerun): Promise<Outcome> {
  const flaky: string[] = [];
  const files: FileResult[] = [];
  let { strayErrors } = first;
  for (const file of first.files) {
    const same = again.filter(({ moduleId }) => moduleId === file.path);
    if (!hasFailed(file) || same.length === 0) {
      files.push(file);
      continue;
    }
    say(`Running ${file.file} once more by itself`);
    const second = await run(same);
    const rerun = second.files[0] ?? { ...file, tests: [], errors: 1 };
    say(`${file.file}: first run: failed, second run: ${hasFailed(rerun) ? "failed" : "passed"}`);
    const merged = mergeRerun(file, rerun);
    files.push(merged.merged);
    flaky.push(...merged.flaky);
    strayErrors += second.strayErrors;
  }
  return { result: { files, strayErrors }, flaky };
}

/** Prints the end of the run and returns the exit code. */
function summarize({ result, flaky, name }: Outcome & { name: RegExp | undefined }): number {
  const counts = countsOf(result);
  const skipped = name === undefined ? skippedLines(result) : [];
  for (const line of [...skipped, ...failedLines(result), ...flaky]) say(line);
  const isEmpty = counts.passed + counts.failed === 0 && name !== undefined;
  if (isEmpty) say(`No test of these files has a name that matches ${String(name)}.`);
  say(plainLine(counts));
  return counts.failed > 0 || isEmpty ? 1 : 0;
}

/** Keeps the result of the newest run. */
class Results implements Reporter {
  private newest: RunResult = { files: [], strayErrors: 0 };

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.newest = resultOf(modules, unhandled);
  }

  take(): RunResult {
    const result = this.newest;
    this.newest = { files: [], strayErrors: 0 };
    return result;
  }
}
