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

/** A grammar that is fetched first, and the largest of them, take a few seconds; more than this is a fault. */
const jobTimeoutMs = 20_000;
const idleTimeoutMs = 60_000;
/** Characters of what is remembered, so that what is scrolled back to comes with its colours. */
const cacheCharacters = 2_000_000;

const keyOf = ({ parts, language }: Source): string => `${language}\n${parts.join("\n\u0000")}`;

interface PendingJob {
  key: string;
  source: Source;
  listeners: Set<(spans: Spans) => void>;
}

const noSpans: Spans = new Uint32Array();

/** Asks a worker for the colours of code, one text at a time; the worker goes when it was idle for a while. */
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
    for (const tell of listeners) tell(spans);
    next();
  }

  /** What the worker is made of could not be fetched, it may be; whoever asks next finds out. */
  function skip(): void {
    current = null;
    next();
  }

  function end(): void {
    worker?.stop();
    worker = null;
  }

  function giveUp(): void {
    end();
    settle(noSpans);
  }

  function next(): void {
    clearTimeout(timer);
    const waiting = queue.shift();
    if (!waiting) {
      timer = setTimeout(end, idleTimeoutMs);
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
        end();
        skip();
      },
    });
    timer = setTimeout(giveUp, jobTimeoutMs);
    worker.post({ id: ids, ...waiting.source });
  }

  return {
    cached: (source: Source): Spans | null => cache.find(keyOf(source)),

    /** Tells the colours once they are found, unless what is returned is called before. */
    request(source: Source, tell: (spans: Spans) => void): () => void {
      const key = keyOf(source);
      const same = current?.key === key ? current : queue.find((one) => one.key === key);
      const waiting = same ?? { key, source, listeners: new Set<(spans: Spans) => void>() };
      waiting.listeners.add(tell);
      if (!same) queue.push(waiting);
      if (!current) next();
      return () => {
        waiting.listeners.delete(tell);
        const at = queue.indexOf(waiting);
        if (waiting.listeners.size === 0 && at >= 0) queue.splice(at, 1);
      };
    },
  };
}

/** What was found last, up to so many characters of code. */
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
