import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { emptyHead, type IngestionDeps } from "./ingestion.ts";
import { linesBetween } from "./reading.ts";
import { isConversation } from "./rules.ts";
import { readSource, type SourcePosition } from "./source.ts";
import type { TranscriptHead } from "./store.ts";
import { takeLines } from "./taken-line.ts";

/** Transcripts that were not read from a file line by line: copied from another session, or written back to disk. */
export function adoption({ store, clock, database, changed, largeLines }: IngestionDeps) {
  const headOf = (sessionId: number): TranscriptHead =>
    store.head(sessionId) ?? emptyHead(sessionId, clock.now());

  return {
    /** A file is about to be written from the stored lines; no file is read until it is adopted. */
    awaitFile(sessionId: number): void {
      const unread = { sourcePath: null, sourceBase: 0, sourceOffset: 0, sourceFingerprint: null };
      store.saveHead({ ...headOf(sessionId), ...unread });
    },

    /** Lines are stored and no file is read, so that an existing file was written from them and not adopted. */
    awaitsFile(sessionId: number): boolean {
      const { lineCount, sourcePath } = headOf(sessionId);
      return lineCount > 0 && sourcePath === null;
    },

    /**
     * From now on the transcript grows with this file, which was written from the stored lines and begins with them. If
     * it is rewritten, as many lines as it has now are skipped.
     */
    async adopt(sessionId: number, file: { path: string; reader: TranscriptReader }): Promise<void> {
      let position: SourcePosition = { path: file.path, offset: 0, fingerprint: null };
      let kept = 0;
      for (let more = true; more; ) {
        const slice = await readSource(position);
        if (slice.state !== "grown") throw new Error("A file that was just written changed or disappeared");
        const how = { reader: file.reader, largeLines, redactLine: (line: string) => line };
        kept += (await takeLines(slice.lines, how)).length;
        ({ position, more } = slice);
      }
      database.transaction(() => {
        const head = headOf(sessionId);
        store.saveHead({
          ...head,
          sourcePath: position.path,
          sourceBase: head.lineCount - kept,
          sourceOffset: position.offset,
          sourceFingerprint: position.fingerprint,
        });
      });
    },

    /** Copies the first `count` lines of another session to one without a transcript. Runs inside a transaction. */
    copy(from: { id: number; reader: TranscriptReader }, to: { id: number; count: number }): void {
      const whole = store
        .chunks(from.id, 0, to.count)
        .filter((chunk) => chunk.firstIdx + chunk.lineCount <= to.count);
      const last = whole.at(-1);
      const sealedCount = last ? last.firstIdx + last.lineCount : 0;
      for (const chunk of whole) store.seal(to.id, chunk);
      const rest = linesBetween(store, { id: from.id, from: sealedCount, to: to.count }).map(
        ({ index, line }) => ({
          idx: index,
          line,
          isMessage: isConversation(from.reader.events(JSON.parse(line))),
        }),
      );
      for (const line of rest) store.appendLine(to.id, line);
      const messages = whole.reduce((sum, { messageCount }) => sum + messageCount, 0);
      store.saveHead({
        ...emptyHead(to.id, clock.now()),
        lineCount: to.count,
        messageCount: messages + rest.filter(({ isMessage }) => isMessage).length,
        sealedCount,
      });
      changed(to.id, to.count, []);
    },
  };
}
