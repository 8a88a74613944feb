import { expect, it } from "vitest";
import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";
import { timelineEntries } from "../../../server/domains/transcripts/transcripts/rules.ts";
import { transcriptReaders } from "../../../server/runtimes/facts.ts";
import {
  readRecorded,
  recordedRuntimes,
  recordedWork,
} from "../../../test/support/recorded-conversations.ts";
import { toolLabel, toolView, viewSummary } from "./entries/tool-view.ts";
import { type EntryKind, entryKinds } from "./entry-kinds.ts";
import { promptParts } from "./prompt-parts.ts";
import { callSummary, type TimelineItem, timelineItems } from "./view-model.ts";

const byDefault: ReadonlySet<EntryKind> = new Set(entryKinds.filter((kind) => kind !== "logs"));

/** A block as a person reads it: what it is, and how it ended. */
function rowOf({ entry: { event }, result, cutOff }: TimelineItem): string {
  switch (event.type) {
    case "user": {
      const { words, goal } = promptParts(event.text);
      expect([words, goal]).toEqual([recordedWork.prompt, recordedWork.goal]);
      return "Prompt · Goal";
    }
    case "tool_call": {
      const summary = viewSummary(toolView(event.name, event.input)) ?? callSummary(event.input);
      const end = result?.isError ? `failed ${result.exitCode}` : cutOff ? "cut off" : result ? "done" : "?";
      return [toolLabel(event.name), summary, end].join(" · ");
    }
    default:
      return "text" in event ? `${event.type} · ${event.text}` : event.type;
  }
}

async function recordedItems(runtime: (typeof recordedRuntimes)[number]): Promise<TimelineItem[]> {
  const reader = transcriptReaders.get(runtime);
  const lines = await readRecorded(runtime);
  const entries = lines.flatMap((line, index) => {
    const timestamp = "timestamp" in line ? String(line.timestamp) : null;
    return timelineEntries({ index, timestamp, events: reader?.events(line) ?? [] });
  });
  return timelineItems(entries, byDefault);
}

it.each(recordedRuntimes)(
  "shows what %s wrote of the same work alike: a row per command, by call",
  async (cli) => {
    const long = "for n in 1 2 3 4 5 6 7 8; do echo ok $n; sleep 1.6; done";
    expect((await recordedItems(cli)).map(rowOf)).toEqual([
      "Prompt · Goal",
      "assistant · I will run the tests.",
      "Command · echo 'ok 1 - adds'; echo 'ok 2 - subtracts' · done",
      "Command · echo broken >&2; exit 3 · failed 3",
      // A code-mode script of Codex names the file as it is in the patch, and the others as they were asked.
      cli === "codex" ? "Edit · note.txt · done" : "Write · note.txt · done",
      `Command · ${long} · ${cli === "codex" ? "cut off" : "done"}`,
      "assistant · All tests pass.",
    ]);
  },
);

let lines = 0;
const entry = (event: TimelineEntry["event"], timestamp: string | null = null): TimelineEntry => {
  const index = lines++;
  return { id: `${index}.0`, index, timestamp, event };
};
const script = (callId: string, second: number, input = "…") =>
  entry({ type: "tool_call", callId, name: "exec", input, script: "script" }, at(second));
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
/** A call in a script and its result, which are written when it has ended. */
const inScript = (callId: string, began: number, ended: number): TimelineEntry[] => [
  entry(
    {
      type: "tool_call",
      callId,
      name: "exec_command",
      input: { cmd: callId },
      inScript: { startedAt: at(began) },
    },
    at(ended),
  ),
  entry({ type: "tool_result", callId, text: callId, isError: false }, at(ended)),
];
const returned = (callId: string, second: number, isError = false) =>
  entry({ type: "tool_result", callId, text: "Script completed", isError }, at(second));
const said = (text: string) => entry({ type: "assistant", text, model: null, stopReason: null }, at(9));
const shown = (entries: readonly TimelineEntry[]) =>
  timelineItems(entries, byDefault).map(({ entry: { event }, tookMs }) =>
    event.type === "tool_call" ? `${callSummary(event.input)} ${tookMs}` : "text" in event ? event.text : "",
  );

it("shows the calls of a script in its place, also of one that ended after the answer", () => {
  const late = inScript("b", 2, 12);
  const entries = [script("s", 1), ...inScript("a", 1, 2), returned("s", 3), said("Done"), ...late];
  expect(shown(entries)).toEqual(["a 1000", "b 10000", "Done"]);
});

it("gives a call to the script that ran when it began", () => {
  const late = inScript("a", 2, 8);
  const entries = [
    script("s", 1),
    returned("s", 3),
    script("t", 4),
    ...inScript("b", 5, 6),
    returned("t", 6),
    ...late,
  ];
  expect(shown(entries)).toEqual(["a 6000", "b 1000"]);
});

it("gives a call to the script that still ran when it began, though another began and ended meanwhile", () => {
  const entries = [
    script("s", 1),
    script("t", 2),
    ...inScript("b", 2, 3),
    returned("t", 3),
    ...inScript("a", 5, 6),
    returned("s", 7),
  ];
  expect(shown(entries)).toEqual(["a 1000", "b 1000"]);
});

it("keeps a script without calls, and one that failed by itself", () => {
  const entries = [
    script("s", 1, "text(1)"),
    returned("s", 2),
    script("t", 3, "broken("),
    ...inScript("a", 3, 4),
    returned("t", 5, true),
  ];
  expect(shown(entries)).toEqual(["text(1) 1000", "broken( 2000", "a 1000"]);
});

it("leaves a call whose script is on an earlier page where it is", () => {
  expect(shown([...inScript("a", 1, 2), said("Done")])).toEqual(["a 1000", "Done"]);
});

it("does not draw a block again because another one came", () => {
  const entries: TimelineEntry[] = [
    entry(
      { type: "tool_call", callId: "s", name: "exec_command", input: { cmd: "a" }, script: "only_call" },
      at(1),
    ),
    ...inScript("a", 1, 2),
  ];
  const [before] = timelineItems(entries, byDefault);
  const [after] = timelineItems([...entries, said("Done")], byDefault);
  expect(after?.result).toMatchObject({ callId: "s", text: "a" });
  expect(after?.result).toBe(before?.result);
});

it("counts a look at a command that goes on among the logs", () => {
  const look = (chars: string) =>
    entry({ type: "tool_call", callId: chars, name: "write_stdin", input: { session_id: 7, chars } });
  const entries = [
    look(""),
    entry({ type: "tool_result", callId: "", text: "ok 3", isError: false }),
    look("y\n"),
  ];
  expect(timelineItems(entries, byDefault)).toHaveLength(1);
  expect(timelineItems(entries, new Set(entryKinds))).toHaveLength(2);
});
