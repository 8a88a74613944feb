import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { piTranscript } from "../../../runtimes/pi/transcript.ts";
import { workerPool } from "../../../workers/pool.ts";
import type { AwaitedPrompt } from "./ingestion.ts";
import { largeLines } from "./large-lines.ts";
import { transcriptService } from "./service.ts";

const secret = "not-to-be-told-1234";
const message = (role: string, text: string) => ({
  type: "message",
  timestamp: "2026-01-01T00:00:00Z",
  message: { role, content: [{ type: "text", text }] },
});
const long = (head: string): string => `${head} ${"word ".repeat(200_000)}`;

async function openBed() {
  const opened = openTestDatabase();
  const folder = await makeTestFolder();
  const failed: unknown[] = [];
  const workers = workerPool({ log: (error) => void failed.push(error) });
  const here: string[] = [];
  const answered: (readonly string[])[] = [];
  const id = opened.addSession();
  const transcripts = transcriptService({
    ...opened,
    readers: new Map([["pi", piTranscript]]),
    redactLine(line) {
      here.push(line);
      return line;
    },
    largeLines: largeLines({
      workers,
      runtimes: [{ id: "pi", transcript: piTranscript }],
      known: () => [{ name: "A_TOKEN", value: secret }],
    }),
    changed: (_session, _count, answers) => void answered.push(answers),
  });
  const path = folder.at("conversation.jsonl");
  return {
    transcripts,
    id,
    /** What this thread redacted. */
    here,
    answered,
    ingest: async (lines: readonly object[], awaited?: AwaitedPrompt) => {
      await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      await transcripts.ingest({ sessionId: id, home: folder.path, path, reader: piTranscript, awaited });
    },
    async [Symbol.asyncDispose]() {
      await workers.close();
      opened.database.close();
      await folder[Symbol.asyncDispose]();
      expect(failed).toEqual([]);
    },
  };
}

let bed: Awaited<ReturnType<typeof openBed>>;
beforeEach(async () => {
  bed = await openBed();
});
afterEach(() => bed[Symbol.asyncDispose]());

it("takes a large line in on another thread: kept, redacted and counted like a small one", async () => {
  const prompt = long("Read it.");
  const seen: string[] = [];
  await bed.ingest(
    [message("user", prompt), message("assistant", long(secret)), message("assistant", "Done.")],
    {
      prompt,
      found: "nothing",
      onSeen: () => void seen.push("prompt"),
    },
  );
  expect(bed.here).toEqual([JSON.stringify(message("assistant", "Done."))]);
  expect(seen).toEqual(["prompt"]);
  expect(bed.transcripts.lineCount(bed.id)).toBe(3);
  const raw = bed.transcripts.raw(bed.id);
  expect(raw).not.toContain(secret);
  expect(raw).toContain(JSON.stringify(message("user", prompt)));
  expect(bed.answered.flat()).toEqual(["", "Done."]);
  const page = { limit: 10, contentLimit: 8 };
  const { total } = bed.transcripts.conversation({ id: bed.id, runtime: "pi" }, page);
  expect(total).toBe(3);
});

it("shows what runs unasked its beginning, and every small line as it is", async () => {
  const small = Array.from({ length: 20 }, (_, n) => message("assistant", `Line ${n}. ${"x".repeat(3_000)}`));
  await bed.ingest([...small, message("assistant", long("It")), ...small]);
  const all = await bed.transcripts.boundedLines(bed.id, 0, 100);
  expect(all.toSpliced(20, 1)).toEqual([...small, ...small].map((line) => JSON.stringify(line)));
  const { content } = (JSON.parse(all[20] ?? "") as ReturnType<typeof message>).message;
  expect(JSON.stringify(content).length).toBeLessThan(3_000);
  expect(await bed.transcripts.boundedLines(bed.id, 19, 3)).toEqual(all.slice(19, 22));
  const of = { id: bed.id, runtime: "pi" };
  const { entries, to, line_count } = await bed.transcripts.boundedTimeline(of, { from: 20, limit: 2 });
  expect({ to, line_count, types: entries.map(({ event }) => event.type) }).toEqual({
    to: 22,
    line_count: 41,
    types: ["assistant", "assistant"],
  });
  const last = bed.transcripts.conversation(of, { limit: 21, contentLimit: 1_000_000, bounded: true });
  expect(last.messages[0]?.content).toMatch(/^It word .{1000,2100}$/);
  expect(last.messages.slice(1).map((one) => one.content)).toEqual(
    small.map(({ message: { content } }) => content[0]?.text),
  );
});
