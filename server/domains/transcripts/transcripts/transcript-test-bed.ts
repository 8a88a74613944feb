import { appendFile, writeFile } from "node:fs/promises";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { createRedactor, redactJsonLine } from "../../../lib/redaction/index.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { type AwaitedPrompt, transcriptService } from "./index.ts";

export type Said = { kind: "user" | "assistant" | "thought" | "bookkeeping"; text: string };

/** The smallest of dialects: a line is `{kind, text}`. */
export const plainReader: TranscriptReader = {
  keeps: (line) => (line as Said).kind !== "bookkeeping",
  events(line) {
    const { kind, text } = line as Said;
    if (kind === "user") return [{ type: "user", text, images: 0 }];
    if (kind === "assistant") return [{ type: "assistant", text, model: null, stopReason: null }];
    return [{ type: "thinking", text, redacted: false }];
  },
  isPrompt: (line, text) => (line as Said).kind === "user" && (line as Said).text === text,
};

export const jsonl = (lines: readonly Said[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** Transcripts of a session 1 on a database of their own, with the real redactor and a file that a test writes. */
export async function openTranscriptBed() {
  const opened = openTestDatabase();
  const folder = await makeTestFolder();
  const changed: string[] = [];
  const id = opened.addSession();
  const redactor = createRedactor({ known: [{ name: "A_TOKEN", value: "not-to-be-told-1234" }] });
  const transcripts = transcriptService({
    ...opened,
    readers: new Map([["pi", plainReader]]),
    redactLine: (line) => redactJsonLine(redactor, line),
    changed: (session, count) => void changed.push(`${session}:${count}`),
  });
  const file = folder.at("conversation.jsonl");
  const of = { id, runtime: "pi" } as const;
  return {
    ...opened,
    transcripts,
    of,
    file,
    folder,
    /** `<session>:<lines>` for each time the board was notified. */
    changed,
    write: (lines: readonly Said[]) => writeFile(file, jsonl(lines)),
    append: (lines: readonly Said[]) => appendFile(file, jsonl(lines)),
    ingest: (more: { path?: string; awaited?: AwaitedPrompt } = {}) =>
      transcripts.ingest({ sessionId: id, home: folder.path, path: file, reader: plainReader, ...more }),
    /** What is stored, parsed. */
    stored: (): Said[] =>
      transcripts
        .raw(id)
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Said),
    async [Symbol.asyncDispose]() {
      opened.database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export type TranscriptBed = Awaited<ReturnType<typeof openTranscriptBed>>;
