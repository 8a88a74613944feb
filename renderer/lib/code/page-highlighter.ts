import "../../ui/code.css";
import type { CodeAnswer } from "./code-worker.ts";
import { highlighter, type Source } from "./highlighter.ts";
import { fenceLanguage, fileLanguage } from "./languages.ts";
import type { Code, Spans } from "./spans.ts";

/** Tokenizes code in a worker, so that typing and scrolling never wait for it. */
const pageHighlighter = highlighter(({ onAnswer, onFailure }) => {
  const worker = new Worker(new URL("./code-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<CodeAnswer>) => onAnswer(data));
  worker.addEventListener("error", onFailure);
  return { post: (job) => worker.postMessage(job), stop: () => worker.terminate() };
});

function sourceOf({ parts, languageHint }: Code): Source | null {
  const language =
    "file" in languageHint ? fileLanguage(languageHint.file) : fenceLanguage(languageHint.fence);
  return language && { parts, language };
}

/** Returns null if the code was not highlighted recently. */
export function cachedSpans(code: Code): Spans | null {
  const source = sourceOf(code);
  return source && pageHighlighter.cached(source);
}

/** Calls `onSpans` once the code is highlighted. The returned function cancels. */
export function requestSpans(code: Code, onSpans: (spans: Spans) => void): () => void {
  const source = sourceOf(code);
  return source ? pageHighlighter.request(source, onSpans) : () => undefined;
}
