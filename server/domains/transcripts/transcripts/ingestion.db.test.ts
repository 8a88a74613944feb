import { appendFile, rm, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { withStoredLines } from "../../../runtimes/stored-lines.ts";
import type { AwaitedPrompt } from "./ingestion.ts";
import { parseLine } from "./line-value.ts";
import { jsonl, openTranscriptBed, plainReader, type Said } from "./transcript-test-bed.ts";

const said = (n: number): Said => ({ kind: n % 2 === 0 ? "user" : "assistant", text: `line ${n}` });
const range = (from: number, to: number): Said[] =>
  Array.from({ length: to - from }, (_, at) => said(from + at));
/** Long enough that a few hundred are sealed. */
const long = (n: number): Said => ({ kind: "assistant", text: `${n} ${"word ".repeat(100)}` });

describe("ingest", () => {
  it("stores new lines of the file, and notifies the board only then", async () => {
    await using bed = await openTranscriptBed();
    expect(await bed.ingest()).toEqual({ state: "missing", lineCount: 0 });
    await bed.write(range(0, 2));
    expect(await bed.ingest()).toEqual({ state: "read", lineCount: 2 });
    expect(await bed.ingest()).toEqual({ state: "read", lineCount: 2 });
    await bed.append(range(2, 3));
    await bed.ingest();
    expect(bed.stored()).toEqual(range(0, 3));
    expect(bed.changed).toEqual(["1:2", "1:3"]);
  });

  it("skips blank lines, lines that do not parse, and the CLI's bookkeeping (R77)", async () => {
    await using bed = await openTranscriptBed();
    const lines = [
      jsonl([said(0)]),
      "\n",
      "  \n",
      "{half\n",
      jsonl([{ kind: "bookkeeping", text: "x" }, said(1)]),
    ];
    await writeFile(bed.file, lines.join(""));
    expect((await bed.ingest()).lineCount).toBe(2);
    expect(bed.stored()).toEqual([said(0), said(1)]);
  });

  it("stores a marker for a line that nests too deep or has too many keys, and goes on", async () => {
    await using bed = await openTranscriptBed();
    const deep = `{"kind":"user","text":${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}}`;
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 150_000 }, (_, n) => [`k${n}`, n])));
    await writeFile(bed.file, `${deep}\n${wide}\n${jsonl([said(0)])}`);
    expect((await bed.ingest()).lineCount).toBe(3);
    expect(bed.stored()).toMatchObject([
      { type: "signalbox_oversized", bytes: deep.length, text: deep.slice(0, 64 * 1024) },
      { type: "signalbox_oversized", bytes: wide.length },
      said(0),
    ]);
  });

  it("reads a line as text that an earlier version stored, however deep it is", async () => {
    await using bed = await openTranscriptBed();
    const deep = `{"kind":"user","text":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    await bed.write([said(0)]);
    await bed.ingest();
    bed.database.sql.prepare("UPDATE transcript_tail SET line = ?").run(deep);
    const reader = withStoredLines(plainReader);
    const events = reader.events(parseLine(deep));
    expect(events).toEqual([{ type: "notice", text: expect.stringContaining('{"kind":"user","text":[[[') }]);
    expect(bed.transcripts.text(bed.of)).not.toBeNull();
  });

  it("continues after lines of which it stored none", async () => {
    await using bed = await openTranscriptBed();
    await bed.write([{ kind: "bookkeeping", text: "x" }]);
    await bed.ingest();
    await bed.append([said(0)]);
    await bed.ingest();
    expect(bed.stored()).toEqual([said(0)]);
    expect(bed.changed).toEqual(["1:1"]);
  });

  it("writes no secret to the database", async () => {
    await using bed = await openTranscriptBed();
    const secret = "not-to-be-told-1234";
    await bed.write([{ kind: "assistant", text: `It is ${secret}, "${secret}".` }]);
    await bed.ingest();
    expect(bed.stored()[0]?.text).toMatch(/^It is \[REDACTED:.*\], "\[REDACTED:.*\]"\.$/);
    expect(bed.database.sql.serialize().includes(secret)).toBe(false);
  });

  it("seals a long transcript without losing or changing a line", async () => {
    await using bed = await openTranscriptBed();
    const lines = Array.from({ length: 1_500 }, (_, n) => long(n));
    await bed.write(lines.slice(0, 700));
    await bed.ingest();
    await bed.append(lines.slice(700));
    await bed.ingest();
    expect(bed.stored()).toEqual(lines);
    const { sealed, live } = bed.database.sql
      .prepare<[], { sealed: number; live: number }>(
        "SELECT (SELECT SUM(line_count) FROM transcript_chunks) AS sealed, (SELECT COUNT(*) FROM transcript_tail) AS live",
      )
      .get() ?? { sealed: 0, live: 0 };
    expect(sealed + live).toBe(1_500);
    expect(live).toBeLessThan(200);
  });

  it("runs simultaneous calls one after the other, so that no line is stored twice", async () => {
    await using bed = await openTranscriptBed();
    await bed.write(Array.from({ length: 400 }, (_, n) => long(n)));
    const results = await Promise.all([bed.ingest(), bed.ingest(), bed.ingest()]);
    expect(results.map(({ lineCount }) => lineCount)).toEqual([400, 400, 400]);
    expect(bed.stored()).toHaveLength(400);
  });

  it("continues after a call that failed", async () => {
    await using bed = await openTranscriptBed();
    await bed.write([said(0)]);
    const awaited: AwaitedPrompt = {
      found: "nothing",
      prompt: said(0).text,
      onSeen() {
        throw new Error("The prompt cannot be marked as delivered");
      },
    };
    await expect(bed.ingest({ awaited })).rejects.toThrow("cannot be marked");
    expect((await bed.ingest()).lineCount).toBe(1);
  });
});

describe("a file that was rewritten", () => {
  it("never removes stored lines, and adds the lines beyond them", async () => {
    await using bed = await openTranscriptBed();
    await bed.write(range(0, 4));
    await bed.ingest();
    const other: Said[] = [0, 1, 2].map((n) => ({ kind: "user", text: `other ${n}` }));
    await bed.write(other);
    expect((await bed.ingest()).lineCount).toBe(4);
    await bed.write([...other, { kind: "user", text: "other 3" }, said(4), said(5)]);
    await bed.ingest();
    expect(bed.stored()).toEqual(range(0, 6));
  });

  it("keeps stored lines when the file is gone", async () => {
    await using bed = await openTranscriptBed();
    await bed.write(range(0, 2));
    await bed.ingest();
    await rm(bed.file);
    expect(await bed.ingest()).toEqual({ state: "missing", lineCount: 2 });
    expect(bed.stored()).toEqual(range(0, 2));
  });

  it.each([
    ["a torn line", '{"kind":"us'],
    ["nothing", ""],
    ["some of its lines", jsonl(range(0, 2))],
    ["as many lines as are stored", jsonl(range(0, 4))],
  ])("does not repeat lines if it has %s while it is rewritten", async (_title, halfway) => {
    await using bed = await openTranscriptBed();
    await bed.write(range(0, 4));
    await bed.ingest();
    await writeFile(bed.file, halfway);
    await bed.ingest();
    await bed.ingest();
    await bed.write(range(0, 5));
    await bed.ingest();
    await bed.append(range(5, 6));
    await bed.ingest();
    expect(bed.stored()).toEqual(range(0, 6));
  });

  it("does not repeat lines of a long file that is rewritten in pieces", async () => {
    await using bed = await openTranscriptBed();
    const lines = Array.from({ length: 1_200 }, (_, n) => long(n));
    await bed.write(lines);
    await bed.ingest();
    await bed.write(lines.slice(0, 900));
    await bed.ingest();
    await bed.write([...lines, said(1)]);
    await bed.ingest();
    expect(bed.stored()).toEqual([...lines, said(1)]);
  });

  it("is a different file after a new conversation, whose lines follow the stored ones", async () => {
    await using bed = await openTranscriptBed();
    await bed.write(range(0, 2));
    await bed.ingest();
    const path = bed.folder.at("second.jsonl");
    await writeFile(path, jsonl(range(2, 4)));
    await bed.ingest({ path });
    expect(bed.stored()).toEqual(range(0, 4));
    await writeFile(path, jsonl([{ kind: "user", text: "changed" }, ...range(3, 5)]));
    await bed.ingest({ path });
    expect(bed.stored()).toEqual(range(0, 5));
  });
});

describe("an awaited prompt", () => {
  it("is reported inside the transaction that stores its line", async () => {
    await using bed = await openTranscriptBed();
    await bed.write(range(0, 3));
    const seen: unknown[] = [];
    const onSeen = () => seen.push([bed.database.sql.inTransaction, bed.transcripts.lineCount(1)]);
    await bed.ingest({ awaited: { prompt: "line 2", found: "nothing", onSeen } });
    expect(seen).toEqual([[true, 3]]);
  });

  it("stores no line if its consequences cannot be written", async () => {
    await using bed = await openTranscriptBed();
    await bed.write(range(0, 3));
    const onSeen = () => {
      throw new Error("no");
    };
    await expect(bed.ingest({ awaited: { prompt: "line 2", found: "nothing", onSeen } })).rejects.toThrow(
      "no",
    );
    expect(bed.transcripts.lineCount(1)).toBe(0);
    await bed.ingest();
    expect(bed.stored()).toEqual(range(0, 3));
  });

  it.each([
    ["was stored before", "line 0"],
    ["is not the whole line", "line"],
    ["the agent said itself", "line 3"],
  ])("is not reported for a text that %s", async (_title, prompt) => {
    await using bed = await openTranscriptBed();
    await bed.write(range(0, 2));
    await bed.ingest();
    await bed.append(range(2, 4));
    let seen = 0;
    await bed.ingest({ awaited: { prompt, found: "nothing", onSeen: () => void (seen += 1) } });
    expect(seen).toBe(0);
  });

  it("is reported once, when its line is complete", async () => {
    await using bed = await openTranscriptBed();
    let seen = 0;
    const awaited: AwaitedPrompt = { prompt: "line 0", found: "nothing", onSeen: () => void (seen += 1) };
    const whole = jsonl([said(0)]);
    await writeFile(bed.file, whole.slice(0, -4));
    await bed.ingest({ awaited });
    expect(seen).toBe(0);
    await appendFile(bed.file, whole.slice(-4));
    await bed.ingest({ awaited });
    await bed.ingest({ awaited });
    expect(seen).toBe(1);
  });
});

describe("a prompt that nobody sent", () => {
  const prompt = (text: string): Said => ({ kind: "user", text });
  const marks = (bed: Awaited<ReturnType<typeof openTranscriptBed>>) =>
    bed.transcripts
      .raw(1)
      .trimEnd()
      .split("\n")
      .map((line) => line.includes("unsent_prompt"));
  const awaiting = (text: string): AwaitedPrompt => ({ prompt: text, found: "nothing", onSeen: () => {} });

  it("is marked, wherever it comes after the one that was sent", async () => {
    await using bed = await openTranscriptBed();
    const awaited = awaiting("Go");
    await bed.write([prompt("Go"), prompt("Go"), prompt("Merge it")]);
    await bed.ingest({ awaited });
    await bed.append([prompt("Go"), said(3)]);
    await bed.ingest({ awaited });
    expect(marks(bed)).toEqual([false, true, true, true, false]);
  });

  it("is not the first of a run, which a CLI may write down in other words, nor the sent one after it", async () => {
    await using bed = await openTranscriptBed();
    await bed.write([prompt("A command"), prompt("Go"), prompt("Merge it")]);
    await bed.ingest({ awaited: awaiting("Go") });
    expect(marks(bed)).toEqual([false, false, true]);
  });

  it("is none of a run without a prompt, and not judged where it is not known what was sent", async () => {
    await using bed = await openTranscriptBed();
    await bed.write([prompt("Go")]);
    await bed.ingest();
    await bed.append([prompt("Merge it")]);
    await bed.ingest({ awaited: { ...awaiting(""), found: "it" } });
    expect(marks(bed)).toEqual([false, true]);
  });
});
