import { transcriptReaders } from "../runtimes/facts.ts";
import type { TimelineEvent } from "../runtimes/timeline.ts";
import { text } from "./text.ts";

/** What the tools of the demo's agent are called with. */
interface ToolInput {
  path?: string;
  command?: string;
}

/** What a line says of the tokens of its call. */
interface Counted {
  message?: { usage?: { input?: number; output?: number } };
}

export interface DemoStory {
  /** What the agent did, a line for each step. */
  steps: string[];
  /** What it said last. */
  answer: string;
  /** As the agent's transcript reports them. */
  usage: { calls: number; input: number; output: number };
}

/** What happened, from the lines of a transcript. */
export function storyOf(transcript: string, runtime: string): DemoStory {
  const reader = transcriptReaders.get(runtime);
  const story: DemoStory = { steps: [], answer: "", usage: { calls: 0, input: 0, output: 0 } };
  for (const line of transcript.split("\n").filter((each) => each !== "")) {
    const entry = JSON.parse(line) as Counted;
    tell(story, reader?.events(entry) ?? []);
    const { usage } = entry.message ?? {};
    if (usage) count(story, usage);
  }
  return story;
}

/** The files of one answer are in one step. */
function tell(story: DemoStory, events: readonly TimelineEvent[]): void {
  const { steps } = text.demo;
  const calls = events.flatMap((event) =>
    event.type === "tool_call" ? [{ name: event.name, given: event.input as ToolInput }] : [],
  );
  for (const [name, line] of [
    ["read", steps.reads],
    ["write", steps.writes],
  ] as const) {
    const paths = calls.flatMap((call) => (call.name === name ? (call.given.path ?? []) : []));
    if (paths.length > 0) story.steps.push(line(paths));
  }
  for (const { given } of calls) if (given.command !== undefined) story.steps.push(steps.runs(given.command));
  for (const event of events) {
    if (event.type === "assistant") story.answer = event.text;
    if (event.type === "tool_result") addTests(story, event.text);
  }
}

/** Adds what Node's test runner reported to the step that ran it. */
function addTests({ steps }: DemoStory, output: string): void {
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
