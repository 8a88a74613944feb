import { appendFile, writeFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import type { SubagentFile, TranscriptReader } from "../../../runtimes/runtime.ts";
import { jsonl, plainReader, type Said } from "../transcripts/transcript-test-bed.ts";
import { subagentService } from "./index.ts";

const started = Date.UTC(2026, 0, 1);

type Line = Said & { timestamp?: number; tokens?: number };

const reader: TranscriptReader = {
  ...plainReader,
  events(line) {
    const { kind, text } = line as Said;
    return text === "broke" ? [{ type: "error", message: text }] : plainReader.events({ kind, text });
  },
  tokens: (line) => (line as Line).tokens ?? null,
};

const jsonlOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** Agents of session 1 whose files a test writes. */
async function openBed() {
  const opened = openTestDatabase();
  const folder = await makeTestFolder();
  const id = opened.addSession();
  let changes = 0;
  const subagents = subagentService({
    ...opened,
    log: silentLog,
    sessionId: Number,
    redact: (text) => text.replaceAll("hush", "[REDACTED]"),
    redactLine: (line) => line.replaceAll("hush", "[REDACTED]"),
    changed: () => void (changes += 1),
    runtimeOf: () => "pi",
    readerOf: () => reader,
    workers: { run: () => Promise.reject(new Error("Nothing is large here")) },
  });
  const files: SubagentFile[] = [];
  const turn = subagents.follow({
    sessionId: id,
    runtime: { transcript: reader, subagentFiles: async () => files },
    workspace: { cwd: "/", home: folder.path },
    conversationId: () => "c",
  });
  const path = folder.at("agent-a.jsonl");
  return {
    subagents,
    id,
    files,
    path,
    folder,
    turn,
    changes: () => changes,
    /** An agent's file appears, with what else the CLI reports about it. */
    async begin(lines: Line[], about: Partial<SubagentFile> = {}): Promise<void> {
      const file = {
        agentId: "a",
        path,
        toolUseId: "t",
        subagentType: "explorer",
        description: "Looks for hush",
      };
      files.push({ ...file, finished: null, ...about });
      await writeFile(path, jsonl(lines));
    },
    append: (...lines: Line[]) => appendFile(path, jsonl(lines)),
    agent: () => subagents.list(id)[0],
    lines: () => jsonlOf(subagents.lines(subagents.list(id)[0]?.id ?? 0)),
    async [Symbol.asyncDispose]() {
      opened.database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it("a subagent's record grows with its file, redacted, and gets its final status at the end of the turn", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await using bed = await openBed();
    await bed.begin([{ kind: "user", text: "hush", timestamp: started }]);
    bed.turn.touch();
    bed.turn.touch();
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => bed.agent()).toMatchObject({ status: "running", subagent_type: "explorer" });
    await bed.append(
      { kind: "bookkeeping", text: "nothing" },
      { kind: "thought", text: "hm" },
      { kind: "assistant", text: "There", timestamp: started + 45_000, tokens: 12_500 },
    );
    await bed.turn.finish(true);
    expect(bed.agent()).toMatchObject({
      agent_id: "a",
      tool_use_id: "t",
      filename: "agent-a.jsonl",
      status: "completed",
      message_count: 2,
      tool_use_count: 0,
      formatted_duration: "45s",
      formatted_tokens: "12.5k",
      display_label: "Looks for [REDACTED]",
      created_at: "2026-01-01T00:00:00Z",
    });
    expect(
      bed
        .lines()
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as Said).text),
    ).toEqual(["[REDACTED]", "hm", "There"]);
    expect(bed.changes()).toBeGreaterThan(1);
  } finally {
    vi.useRealTimers();
  }
});

it("a subagent's lines are stored in parts, and the last part grows until it is full", async () => {
  await using bed = await openBed();
  const line = (count: number): Line => ({ kind: "assistant", text: `${count} ${"x".repeat(5_000)}` });
  await bed.begin([line(0)]);
  const all = Array.from({ length: 30 }, (_, count) => line(count));
  await bed.turn.finish(true);
  for (let count = 1; count < 30; count += 1) {
    await bed.append(line(count));
    await bed.turn.finish(true);
  }
  expect(bed.lines()).toBe(jsonl(all));
});

it.each([
  ["failed when its last line is an error", [{ kind: "assistant", text: "broke" }], {}, true, "failed"],
  ["failed when the turn was cut short", [{ kind: "user", text: "x" }], {}, false, "failed"],
  ["had come to its end by itself", [{ kind: "user", text: "x" }], { finished: true }, false, "completed"],
] as [string, Line[], Partial<SubagentFile>, boolean, string][])(
  "an agent %s",
  async (_title, lines, about, completed, status) => {
    await using bed = await openBed();
    await bed.begin(lines, about);
    await bed.turn.finish(completed);
    expect(bed.agent()).toMatchObject({ status });
    const changes = bed.changes();
    await bed.turn.finish(completed);
    expect(bed.changes()).toBe(changes);
  },
);

it("a rewritten file is read again, and a record maintained by a caller is left alone", async () => {
  await using bed = await openBed();
  await bed.begin([
    { kind: "user", text: "one" },
    { kind: "assistant", text: "two" },
  ]);
  await bed.turn.finish(true);
  await writeFile(bed.path, jsonl([{ kind: "user", text: "new" }]));
  await bed.turn.finish(true);
  expect(bed.agent()).toMatchObject({ message_count: 1 });
  expect(bed.lines()).toContain("new");
  expect(bed.lines()).not.toContain("one");

  await writeFile(bed.path, jsonl([{ kind: "user", text: `longer ${"x".repeat(200)}` }]));
  await bed.turn.finish(true);
  expect(bed.agent()).toMatchObject({ message_count: 1 });
  expect(bed.lines()).toContain("longer");
  expect(bed.lines()).not.toContain("new");

  const { id = 0 } = bed.agent() ?? {};
  await bed.subagents.update(String(bed.id), id, { transcript: "my own\n" });
  await bed.append({ kind: "assistant", text: "more" });
  await bed.turn.finish(true);
  expect(bed.lines()).toBe("my own\n");
});

it("a record that was removed does not come back, and its agent can be recorded by a caller", async () => {
  await using bed = await openBed();
  await bed.begin([{ kind: "user", text: "one" }]);
  await bed.turn.finish(true);
  const { id = 0 } = bed.agent() ?? {};
  bed.subagents.remove(String(bed.id), id);
  await bed.append({ kind: "assistant", text: "more" });
  await bed.turn.finish(true);
  expect(bed.subagents.list(bed.id)).toEqual([]);
  await expect(bed.subagents.show(String(bed.id), id, true)).rejects.toThrow("not found");
  await bed.subagents.create(String(bed.id), { agent_id: "a", transcript: "my own\n" });
  await bed.turn.finish(true);
  expect(bed.subagents.list(bed.id)).toHaveLength(1);
  expect(bed.lines()).toBe("my own\n");
});

it("a record that is removed while its file is read stays removed", async () => {
  await using bed = await openBed();
  await bed.begin([{ kind: "user", text: "one" }]);
  await bed.turn.finish(true);
  await writeFile(bed.path, "");
  const looked = bed.turn.finish(true);
  bed.subagents.remove(String(bed.id), bed.agent()?.id ?? 0);
  await looked;
  expect(bed.subagents.list(bed.id)).toEqual([]);
});

it("a subagent found in two places keeps the file it was read from", async () => {
  await using bed = await openBed();
  await bed.begin([{ kind: "user", text: "here" }]);
  await bed.turn.finish(true);
  const other = bed.folder.at("elsewhere.jsonl");
  await writeFile(other, jsonl([{ kind: "user", text: "there" }]));
  const [file] = bed.files;
  if (file) bed.files.unshift({ ...file, path: other });
  await bed.turn.finish(true);
  expect(bed.lines()).toContain("here");
  bed.files.pop();
  await bed.turn.finish(true);
  expect(bed.lines()).toContain("there");
});

it("an unreadable file affects only the record of its subagent", async () => {
  await using bed = await openBed();
  await bed.begin([], { path: bed.folder.path });
  await bed.begin([{ kind: "user", text: "one" }], { agentId: "b" });
  await bed.turn.finish(true);
  expect(bed.subagents.list(bed.id)).toMatchObject([
    { agent_id: "a", status: "completed", message_count: 0 },
    { agent_id: "b", status: "completed", message_count: 1 },
  ]);
});
