import { writeFile } from "node:fs/promises";
import { silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { jobQueue } from "../../../jobs/queue.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { openSessionBed } from "../../sessions/sessions/session-test-bed.ts";
import type { SmallModelAnswer, SmallModelQuestion } from "../../sessions/sessions/small-model-port.ts";
import { transcriptService } from "../transcripts/index.ts";
import { jsonl, plainReader, type Said } from "../transcripts/transcript-test-bed.ts";
import { registerSummaryJobs, summaryService, titleService } from "./index.ts";

/** Titles and summaries on their own database, with a fake model. */
export async function openSummaryBed() {
  const bed = await openSessionBed();
  const folder = await makeTestFolder();
  const { database, clock, sessions } = bed;
  const jobs = jobQueue({ sql: database.sql, clock, log: silentLog, boot: "boot-1" });
  const transcripts = transcriptService({
    database,
    clock,
    readers: new Map([["pi", plainReader]]),
    redactLine: (line) => line,
    changed: () => undefined,
  });
  const asked: SmallModelQuestion[] = [];
  const model = {
    on: true,
    answer: { kind: "answered", text: "An answer." } as SmallModelAnswer,
    /** Runs before the model answers. */
    meanwhile: (): unknown => undefined,
  };
  const notified: number[] = [];
  const state = { hasClone: true };
  const deps = {
    database,
    clock,
    jobs,
    sessions,
    transcripts,
    readConversation: transcripts.conversation,
    model: {
      offered: () => model.on,
      async ask(_session: SessionRow, question: SmallModelQuestion) {
        asked.push(question);
        await model.meanwhile();
        return model.answer;
      },
    },
    redact: (text: string) => text.replaceAll("hunter2", "[REDACTED]"),
  };
  const titles = titleService(deps);
  const summaries = summaryService({
    ...deps,
    hasClone: () => Promise.resolve(state.hasClone),
    changed: (id) => void notified.push(id),
  });
  registerSummaryJobs(jobs, { summaries, titles });
  bed.events.on("transitioned", titles.onTransition);
  bed.events.on("transitioned", summaries.onTransition);
  const row = (id: number): SessionRow => sessions.find(String(id));

  return {
    ...bed,
    summaries,
    titles,
    model,
    /** The questions to the model, oldest first. */
    asked,
    /** Sessions whose summary change the board was notified about. */
    notified,
    state,
    row,
    /** `<kind> <due in ms>` of what waits in the queue. */
    queued: (): string[] =>
      database.sql
        .prepare<[], { kind: string; run_at: number }>("SELECT kind, run_at FROM jobs ORDER BY id")
        .all()
        .map((job) => `${job.kind} +${job.run_at - clock.at}`),
    async say(id: number, ...lines: Said[]): Promise<void> {
      const path = folder.at(`${id}-${clock.at}-${transcripts.lineCount(id)}.jsonl`);
      await writeFile(path, jsonl(lines));
      await transcripts.ingest({ sessionId: id, home: folder.path, path, reader: plainReader });
    },
    rest: (id: number) => sessions.transition(row(id), { kind: "turn_rested" }),
    statusOf: (id: number) => summaries.statusOf(row(id)),
    async [Symbol.asyncDispose]() {
      await bed[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export type SummaryBed = Awaited<ReturnType<typeof openSummaryBed>>;
