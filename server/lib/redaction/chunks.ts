import { openKeyStart } from "./private-keys.ts";
import type { Redactor } from "./redactor.ts";

export interface ChunkRedactor {
  /** The output that is safe to show or write so far; the rest is held back. */
  push(chunk: string): string;
  /** Returns what is still held back, after the output has ended. */
  flush(): string;
}

/**
 * Redacts output that arrives in pieces. It holds back the open line, and a private key from its first line
 * until it is known to have ended, at most 200 lines.
 */
export function createChunkRedactor(redactor: Redactor): ChunkRedactor {
  let held = "";

  return {
    push(chunk) {
      held += chunk;
      if (!chunk.includes("\n")) return "";
      const lines = held.slice(0, held.lastIndexOf("\n") + 1);
      const safe = lines.slice(0, openKeyStart(lines));
      held = held.slice(safe.length);
      return redactor.redact(safe);
    },

    flush() {
      const rest = redactor.redact(held);
      held = "";
      return rest;
    },
  };
}
