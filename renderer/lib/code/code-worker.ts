import type { Language } from "./languages.ts";
import type { Spans } from "./spans.ts";
import { codeSpans } from "./tokens.ts";

export interface CodeJob {
  id: number;
  parts: readonly string[];
  language: Language;
}

/** `spans` is null if highlighting failed. */
export interface CodeAnswer {
  id: number;
  spans: Spans | null;
}

async function answer({ id, parts, language }: CodeJob): Promise<void> {
  const spans = await codeSpans(parts, language).catch(() => null);
  postMessage({ id, spans } satisfies CodeAnswer);
}

addEventListener("message", ({ data }: MessageEvent<CodeJob>) => void answer(data));
