import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { longCliOutput } from "./cli-output.ts";
import type { LocatedCli, ModelLookup } from "./runtime.ts";
import { text as words } from "./text.ts";

const limitMs = 20_000;

type Environment = Readonly<Record<string, string | undefined>>;

interface Question {
  locate(): Promise<LocatedCli>;
  /** What the CLI gets; its folder is an empty one that is removed afterwards. */
  environmentIn(folder: string): Environment;
  /** Where the folder is made if TMPDIR is set. */
  environment: Environment;
  /** What makes the CLI print its list. */
  args: readonly string[];
  /** The ids of what it prints; empty if that is no list. */
  read(output: string): readonly string[];
  isMeant(listed: string): boolean;
}

/** Asks a CLI for its list of models. Never rejects. */
export async function askForModel(question: Question): Promise<ModelLookup> {
  try {
    const cli = await question.locate();
    if (cli.kind === "missing") return { kind: "unanswered", reason: cli.message };
    const { text, failure } = await outputOf(cli, question);
    const listed = question.read(text);
    if (listed.length === 0) return { kind: "unanswered", reason: failure || words.noList };
    return { kind: "answered", isListed: listed.some(question.isMeant), version: cli.version };
  } catch (error) {
    return { kind: "unanswered", reason: error instanceof Error ? error.message : String(error) };
  }
}

async function outputOf({ command, args }: Extract<LocatedCli, { kind: "found" }>, question: Question) {
  const folder = await mkdtemp(join(question.environment["TMPDIR"] || tmpdir(), "signalbox-models-"));
  try {
    return await longCliOutput(command, [...args, ...question.args], {
      environment: question.environmentIn(folder),
      folder,
      limit: { ms: limitMs, sentence: words.noListInTime(limitMs / 1_000) },
    });
  } finally {
    // A folder that stays is harmless, and the answer is there.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}
