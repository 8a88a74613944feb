import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AgentRuntime } from "../../../server/runtimes/runtime.ts";
import type { ScriptedModel } from "../../../server/scripted-model/index.ts";
import type { Facts } from "./facts.ts";
import { markerPattern } from "./prompts.ts";
import type { Random } from "./random.ts";

export interface FaultPointContext {
  dataFolder: string;
  model: ScriptedModel;
  runtime: AgentRuntime;
  facts: Facts;
  random: Random;
  signal: AbortSignal;
}

type FaultPoint = (context: FaultPointContext) => Promise<void>;

const names = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

async function until(holds: () => boolean | Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await holds())) await pause(3);
}

/** The number has changed since the wait began. */
function changed(figure: (context: FaultPointContext) => number | Promise<number>): FaultPoint {
  return async (context) => {
    const before = await figure(context);
    await until(async () => (await figure(context)) !== before, context.signal);
  };
}

/** Grows when a CLI has put a prompt into its conversation, before the service can know of it. */
async function promptsWritten({ facts, runtime, dataFolder }: FaultPointContext): Promise<number> {
  const counts = facts.conversations().map(async ({ id, status, conversationId, clonePath }) => {
    if (status !== "running" || conversationId === null) return 0;
    const home = join(dataFolder, "homes", String(id));
    const file = await runtime.transcriptFile({ cwd: clonePath ?? "", home }, conversationId);
    const text = file === null ? "" : await readFile(file, "utf8");
    return new Set(text.match(markerPattern)).size;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Grows when a tool leaves its file in the scratch folder of its session. */
function filesLeft({ dataFolder }: FaultPointContext): number {
  const scratch = join(dataFolder, "scratch");
  return names(scratch).flatMap((session) => names(join(scratch, session))).length;
}

/** Points in time at which a kill does the most harm. */
export const faultPoints = {
  "at any time": ({ random, signal }) => pause(random.between(0, 1_500), undefined, { signal }),
  "mid-clone": ({ dataFolder, signal }) =>
    until(() => names(join(dataFolder, "clones")).some((name) => name.endsWith(".part")), signal),
  "when the model is asked": changed(({ model }) => model.requests().at(-1)?.time ?? 0),
  "when an agent has its prompt": changed(promptsWritten),
  "when an agent has its prompt, again": changed(promptsWritten),
  "when a tool began": changed(filesLeft),
  "when a turn ended": changed(({ facts }) => facts.endedTurns()),
  "when a message was taken": changed(({ facts }) => facts.takenMessages()),
  "when a wake came": changed(({ facts }) => facts.endedWakes()),
  "when a question was answered": changed(({ facts }) => facts.settledQuestions()),
  "when a push arrived": changed(({ dataFolder }) => names(join(dataFolder, "pushes")).length),
  "when a push arrived, again": changed(({ dataFolder }) => names(join(dataFolder, "pushes")).length),
  "when a clone came or went": changed(({ dataFolder }) => names(join(dataFolder, "clones")).length),
  "when a turn was held or its slot was asked for": changed(({ facts }) => facts.holds()),
  "when a slot changed hands": changed(({ facts }) => facts.admissions()),
  "when another account took over": changed(({ facts }) => facts.rotations()),
  "when an agent started": changed(({ facts }) => facts.startedTurns()),
} satisfies Record<string, FaultPoint>;

export const faultPointNames = Object.keys(faultPoints) as (keyof typeof faultPoints)[];
