import { text } from "./text.ts";

interface Piece {
  type?: string;
  text?: string;
  name?: string;
  arguments?: { path?: string; command?: string };
}

interface Entry {
  message?: {
    role?: string;
    content?: readonly Piece[] | string;
    usage?: { input?: number; output?: number };
  };
}

export interface DemoStory {
  /** What the agent did, a line for each step. */
  steps: string[];
  /** What it said last. */
  answer: string;
  /** As the agent's transcript reports them. */
  usage: { calls: number; input: number; output: number };
}

/** What happened, from the lines of pi's transcript. */
export function storyOf(transcript: string): DemoStory {
  const messages = transcript
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => (JSON.parse(line) as Entry).message ?? []);
  const story: DemoStory = { steps: [], answer: "", usage: { calls: 0, input: 0, output: 0 } };
  for (const { role, content, usage } of messages) {
    const pieces = Array.isArray(content) ? (content as readonly Piece[]) : [];
    if (role === "assistant") tell(story, pieces);
    if (role === "toolResult") addTests(story, pieces);
    if (usage) count(story, usage);
  }
  return story;
}

/** The files of one answer are on one line. */
function tell(story: DemoStory, pieces: readonly Piece[]): void {
  const { steps } = text.demo;
  const calls = pieces.filter(({ type }) => type === "toolCall");
  for (const [name, line] of [
    ["read", steps.reads],
    ["write", steps.writes],
  ] as const) {
    const paths = calls.flatMap((call) => (call.name === name ? (call.arguments?.path ?? []) : []));
    if (paths.length > 0) story.steps.push(line(paths));
  }
  for (const { arguments: given } of calls)
    if (given?.command !== undefined) story.steps.push(steps.runs(given.command));
  story.answer = pieces.findLast(({ type }) => type === "text")?.text ?? story.answer;
}

/** Adds what Node's test runner reported to the step that ran it. */
function addTests({ steps }: DemoStory, pieces: readonly Piece[]): void {
  const output = pieces.map((piece) => piece.text ?? "").join("\n");
  const [pass, fail] = ["pass", "fail"].map(
    (word) => new RegExp(`^\\S+ ${word} (\\d+)$`, "m").exec(output)?.[1],
  );
  if (pass === undefined || fail === undefined) return;
  steps.push(`${steps.pop() ?? ""}${text.demo.steps.tests({ pass, fail })}`);
}

function count({ usage }: DemoStory, { input = 0, output = 0 }: { input?: number; output?: number }): void {
  usage.calls += 1;
  usage.input += input;
  usage.output += output;
}

/** The changed lines of a diff, each file below its name. */
export function changedLines(diff: string): string[] {
  return diff.split("\n").flatMap((line) => {
    const file = /^diff --git a\/(.+) b\//.exec(line)?.[1];
    if (file !== undefined) return [file];
    return /^(?:\+(?!\+\+ )|-(?!-- ))\s*\S/.test(line) ? [line] : [];
  });
}
