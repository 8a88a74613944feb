import { setImmediate as nextTick } from "node:timers/promises";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { emptyHead, type IngestionDeps, type RuntimeFile } from "./ingestion.ts";
import { linesBetween } from "./reading.ts";
import { isConversation } from "./rules.ts";
import { readSource, type SourcePosition } from "./source.ts";
import type { TranscriptHead } from "./store.ts";
import { takeLines } from "./taken-line.ts";

/** Compressed, copied within some ms. */
const copiedAtOnce = 2 * 1024 * 1024;

/** Transcripts that were not read from a file line by line: copied from another session, or written back to disk. */
export function adoption({ store, clock, database, changed, largeLines }: IngestionDeps) {
  const headOf = (sessionId: number): TranscriptHead =>
    store.head(sessionId) ?? emptyHead(sessionId, clock.now());

  /** Copies the next chunks. Returns whether none is left, or can be had any longer. */
  function copySlice(fromId: number, toId: number): boolean {
    const { sealedCount } = headOf(toId);
    let at = store.sealedUpTo(toId);
    for (let bytes = 0; at < sealedCount && bytes < copiedAtOnce; ) {
      const [chunk] = store.chunks(fromId, at, at + 1);
      if (!chunk) return true;
      store.seal(toId, chunk);
      bytes += chunk.blob.length;
      at = chunk.firstIdx + chunk.lineCount;
    }
    return at >= sealedCount;
  }

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
    async adopt(sessionId: number, file: RuntimeFile): Promise<void> {
      let position: SourcePosition = { path: file.path, offset: 0, fingerprint: null };
      let kept = 0;
      for (let more = true; more; ) {
        const slice = await readSource(file.home, position);
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

    /**
     * Copies the first `count` lines of another session to one without a transcript. Runs inside a transaction. Returns false
     * if a long transcript is not copied whole, for `copyRest`.
     */
    copy(from: { id: number; reader: TranscriptReader }, to: { id: number; count: number }): boolean {
      const whole = store
        .spans(from.id)
        .filter(({ firstIdx, lineCount }) => firstIdx + lineCount <= to.count);
      const last = whole.at(-1);
      const sealedCount = last ? last.firstIdx + last.lineCount : 0;
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
      const isWhole = copySlice(from.id, to.id);
      if (isWhole) changed(to.id, to.count, []);
      return isWhole;
    },

    /** Copies what `copy` left, in slices that leave the event loop free. Can be repeated, also at the same time. */
    async copyRest(fromId: number, toId: number): Promise<void> {
      do await nextTick();
      while (!database.transaction(() => copySlice(fromId, toId)));
      const copied = store.head(toId);
      if (copied) changed(toId, copied.lineCount, []);
    },
  };
}
