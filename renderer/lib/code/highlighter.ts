import type { CodeAnswer, CodeJob } from "./code-worker.ts";
import type { Language } from "./languages.ts";
import type { Spans } from "./spans.ts";

/** Code in one language. */
export interface Source {
  parts: readonly string[];
  language: Language;
}

export interface CodeWorker {
  post(job: CodeJob): void;
  stop(): void;
}

export interface WorkerEvents {
  onAnswer(answer: CodeAnswer): void;
  onFailure(): void;
}

/** The largest grammars take a few seconds on first load; longer than this is an error. */
const jobTimeoutMs = 20_000;
const idleTimeoutMs = 60_000;
/** Characters of cached code, so that code that scrolls back into view is highlighted at once. */
const cacheCharacters = 2_000_000;

const keyOf = ({ parts, language }: Source): string => `${language}\n${parts.join("\n\u0000")}`;

interface PendingJob {
  key: string;
  source: Source;
  listeners: Set<(spans: Spans) => void>;
}

const noSpans: Spans = new Uint32Array();

/** Highlights code in a worker, one text at a time; an idle worker is stopped after a while. */
export function highlighter(start: (events: WorkerEvents) => CodeWorker) {
  const cache = spanCache(cacheCharacters);
  const queue: PendingJob[] = [];
  let worker: CodeWorker | null = null;
  let current: (PendingJob & { id: number }) | null = null;
  let ids = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle(spans: Spans): void {
    if (!current) return;
    const { key, listeners } = current;
    current = null;
    cache.keep(key, spans);
    for (const onSpans of listeners) onSpans(spans);
    next();
  }

  /** Leaves the code plain. The worker's code may have failed to load; the next request tries again. */
  function skip(): void {
    current = null;
    next();
  }

  function stopWorker(): void {
    worker?.stop();
    worker = null;
  }

  function giveUp(): void {
    stopWorker();
    settle(noSpans);
  }

  function next(): void {
    clearTimeout(timer);
    const waiting = queue.shift();
    if (!waiting) {
      timer = setTimeout(stopWorker, idleTimeoutMs);
      return;
    }
    ids += 1;
    current = { ...waiting, id: ids };
    worker ??= start({
      onAnswer({ id, spans }) {
        if (id !== current?.id) return;
        if (spans) settle(spans);
        else skip();
      },
      onFailure() {
        stopWorker();
        skip();
      },
    });
    timer = setTimeout(giveUp, jobTimeoutMs);
    worker.post({ id: ids, ...waiting.source });
  }

  return {
    cached: (source: Source): Spans | null => cache.find(keyOf(source)),

    /** Calls `onSpans` once the code is highlighted. The returned function cancels. */
    request(source: Source, onSpans: (spans: Spans) => void): () => void {
      const key = keyOf(source);
      const same = current?.key === key ? current : queue.find((one) => one.key === key);
      const waiting = same ?? { key, source, listeners: new Set<(spans: Spans) => void>() };
      waiting.listeners.add(onSpans);
      if (!same) queue.push(waiting);
      if (!current) next();
      return () => {
        waiting.listeners.delete(onSpans);
        const at = queue.indexOf(waiting);
        if (waiting.listeners.size === 0 && at >= 0) queue.splice(at, 1);
      };
    },
  };
}

/** The most recent results, up to `limit` characters of code. */
function spanCache(limit: number) {
  const found = new Map<string, Spans>();
  let size = 0;
  return {
    find(key: string): Spans | null {
      const spans = found.get(key);
      if (!spans) return null;
      found.delete(key);
      found.set(key, spans);
      return spans;
    },
    keep(key: string, spans: Spans): void {
      if (!found.has(key)) size += key.length;
      found.set(key, spans);
      for (const [oldest] of found) {
        if (size <= limit) return;
        found.delete(oldest);
        size -= oldest.length;
      }
    },
  };
}
