import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { MessagePort } from "node:worker_threads";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { priceList } from "../../pricing/prices/index.ts";
import { usageService } from "../calls/index.ts";
import { ledgerService } from "./index.ts";
import { answerFiles, type FileToRead, readCalls } from "./reading-worker.ts";
import type { CloneOwner } from "./rules.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 10, 0, second)).toISOString();

/** Lines as the CLIs write them. */
export const lines = {
  claude: (id: string, output: number, more: object = {}): object => ({
    type: "assistant",
    cwd: "/somewhere",
    requestId: id,
    timestamp: at(1),
    message: {
      model: "claude-opus-5",
      content: [],
      usage: { input_tokens: 1_000, output_tokens: output, cache_read_input_tokens: 5_000 },
    },
    ...more,
  }),
  piHead: (id: string, cwd = "/somewhere"): object => ({ type: "session", id, cwd, timestamp: at(0) }),
  pi: (id: string, output: number): object => ({
    type: "message",
    id,
    timestamp: at(2),
    message: { role: "assistant", provider: "openrouter", model: "nova-1", usage: { input: 10, output } },
  }),
  codexHead: (id: string, model: string): object[] => [
    { type: "session_meta", timestamp: at(0), payload: { id, cwd: "/somewhere" } },
    { type: "turn_context", timestamp: at(0), payload: { model } },
  ],
  codex: (second: number, total: number, last: number): object => ({
    type: "event_msg",
    timestamp: at(second),
    payload: {
      type: "token_count",
      info: {
        total_token_usage: { total_tokens: total },
        last_token_usage: { input_tokens: last, cached_input_tokens: 0, output_tokens: 1 },
      },
    },
  }),
};

const notUsed = (): never => {
  throw new Error("Not part of this test");
};

export interface RowOfLedger {
  request_id: string;
  session_id: number | null;
  source: string | null;
  agent_root: string | null;
  model: string;
  output_tokens: number;
  input_tokens: number;
  /** In hexadecimal digits; empty if nothing is known. */
  features: string;
}

/** A session and where its clone is. */
interface OwnedClone extends CloneOwner {
  clonePath: string;
}

/** A ledger over folders of its own; `beforeRead` stands in for a kill. */
export async function openLedgerBed(options: { clones?: readonly OwnedClone[] } = {}) {
  const opened = openTestDatabase();
  const folder = await makeTestFolder();
  const { database, clock } = opened;
  const queued: string[] = [];
  const bed = { beforeRead: (_path: string): void => {}, clones: [...(options.clones ?? [])] };
  const usage = usageService({
    database,
    clock,
    jobs: { add: notUsed },
    sessions: { byId: notUsed },
    transcripts: { boundedLines: notUsed, readerOf: notUsed, written: notUsed },
    subagents: { sources: notUsed, boundedLines: notUsed },
    turns: () => [],
    sessionId: Number,
    sessionLog: { note: () => undefined },
    prices: priceList,
    changed: () => {},
  });
  const open = () =>
    ledgerService({
      database,
      clock,
      log: silentLog,
      usage,
      jobs: {
        add(definition) {
          queued.push(definition.kind);
          return queued.length;
        },
      },
      workers: {
        async run<Result>({ input }: { input: unknown }): Promise<Result> {
          const read = (file: FileToRead) => {
            bed.beforeRead(file.path);
            return readCalls(file);
          };
          return (await answerFiles(input as MessagePort, read)) as Result;
        },
      },
      sources: [
        { runtime: "claude_code", folders: [folder.at("claude")] },
        { runtime: "codex", folders: [folder.at("codex")] },
        { runtime: "pi", folders: [folder.at("pi")] },
      ],
      cloneAt: (path) => bed.clones.findLast(({ clonePath }) => clonePath === path),
    });
  return {
    ...opened,
    bed,
    folder,
    usage,
    queued,
    /** As after a start of the service. */
    open,
    async write(path: string, content: readonly object[] | string, how: "new" | "append" = "new") {
      const text =
        typeof content === "string" ? content : content.map((line) => `${JSON.stringify(line)}\n`).join("");
      const file = folder.at(path);
      await mkdir(dirname(file), { recursive: true });
      await (how === "new" ? writeFile(file, text) : appendFile(file, text));
      return file;
    },
    rows: (): RowOfLedger[] =>
      database.sql
        .prepare<[], RowOfLedger>(
          `SELECT request_id, session_id, source, agent_root, model, output_tokens, input_tokens, hex(features) AS features
           FROM session_token_usages ORDER BY request_id`,
        )
        .all(),
    async [Symbol.asyncDispose]() {
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
