import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { insertSession, silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { migrateDatabase } from "../../../db/migrate.ts";
import { openDatabase } from "../../../db/open.ts";
import type { ScanRequest, ScanResult } from "../../sessions/sessions/content-scan.ts";
import { candidateQuery } from "../../sessions/sessions/filter.ts";
import { cutChunks, packChunk } from "../transcripts/chunks.ts";
import { transcriptStore } from "../transcripts/store.ts";
import { type SearchEngine, searchEngine } from "./engine.ts";

export type SearchBed = Awaited<ReturnType<typeof openSearchBed>>;

/** A data folder with the search engine, on this thread unless a service provides one. */
export async function openSearchBed(options: { engine?: boolean } = {}) {
  const folder = await makeTestFolder();
  const database = openDatabase(folder.at("signalbox.db"), silentLog);
  migrateDatabase(database, { backups: null, now: 0 });
  const transcripts = transcriptStore(database);
  const newEngine = () => searchEngine(folder.path, () => nextTurn());
  let opened = options.engine === false ? undefined : newEngine();
  let lastId = 0;

  /** Adds lines; with `seal` all that is in the tail by then becomes chunks. */
  async function addLines(sessionId: number, lines: readonly string[], seal = false): Promise<void> {
    const head = transcripts.head(sessionId);
    const from = head?.lineCount ?? 0;
    const sealed = head?.sealedCount ?? 0;
    const fresh = lines.map((line, at) => ({ idx: from + at, line, isMessage: true }));
    const tail = [...transcripts.tail(sessionId, sealed, from), ...fresh];
    const chunks = seal ? await Promise.all(cutChunks(tail, 1).map(packChunk)) : [];
    database.transaction(() => {
      for (const line of fresh) transcripts.appendLine(sessionId, line);
      for (const chunk of chunks) transcripts.seal(sessionId, chunk);
      transcripts.saveHead({
        sessionId,
        lineCount: from + lines.length,
        messageCount: 0,
        sealedCount: seal ? from + lines.length : sealed,
        sourcePath: null,
        sourceBase: 0,
        sourceOffset: 0,
        sourceFingerprint: null,
        updatedAt: 0,
      });
    });
  }

  const request = (needle: string, more: Partial<ScanRequest> = {}): ScanRequest => ({
    candidates: candidateQuery({ statuses: { kind: "all" } }, [needle]),
    needles: [needle],
    after: null,
    limit: 100,
    budgetMs: 20_000,
    chunk: 3,
    ...more,
  });

  function engine(): SearchEngine {
    if (!opened) throw new Error("This bed has no engine");
    return opened;
  }

  async function scan(id: number, asked: ScanRequest): Promise<ScanResult> {
    const result = await engine().perform({ kind: "scan", id, request: asked });
    if (!result) throw new Error("A scan has a result");
    return result;
  }

  return {
    folder,
    database,
    indexFile: join(folder.path, "search.db"),
    addLines,
    request,
    /** Later sessions are newer. */
    addSession: (row: Partial<Parameters<typeof insertSession>[1]> = {}): number =>
      insertSession(database, { now: ++lastId, title: "", ...row }),
    index: () => engine().perform({ kind: "index", id: ++lastId }),
    scan: (needle: string, more: Partial<ScanRequest> = {}): Promise<ScanResult> =>
      scan(++lastId, request(needle, more)),
    /** Canceled as soon as it has begun. */
    scanCanceled(needle: string): Promise<ScanResult> {
      const result = scan(++lastId, request(needle));
      engine().cancel(lastId);
      return result;
    },
    /** As after a start of the service. */
    reopen(): void {
      opened?.close();
      opened = newEngine();
    },
    closeEngine: (): void => opened?.close(),
    async [Symbol.asyncDispose]() {
      opened?.close();
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
