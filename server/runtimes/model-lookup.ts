import { cliOutput } from "./cli-output.ts";
import type { LocatedCli, ModelLookup } from "./runtime.ts";
import { text as words } from "./text.ts";

const limitMs = 20_000;

interface Question {
  locate(): Promise<LocatedCli>;
  environment: Readonly<Record<string, string | undefined>>;
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
    const { text, failure } = await cliOutput(cli.command, [...cli.args, ...question.args], {
      environment: question.environment,
      limit: { ms: limitMs, sentence: words.noListInTime(limitMs / 1_000) },
    });
    const listed = question.read(text);
    if (listed.length === 0) return { kind: "unanswered", reason: failure ?? words.noList };
    return { kind: "answered", isListed: listed.some(question.isMeant), version: cli.version };
  } catch (error) {
    return { kind: "unanswered", reason: error instanceof Error ? error.message : String(error) };
  }
}
