import { type RefObject, startTransition, useEffect, useMemo, useState } from "react";
import { type Code, canHighlight, type Spans } from "../lib/code/spans.ts";

interface PageHighlighter {
  cachedSpans(code: Code): Spans | null;
  requestSpans(code: Code, tell: (spans: Spans) => void): () => void;
}

/** Loaded with the first code that scrolls into view. */
let highlighter: PageHighlighter | null = null;

async function fetchHighlighter(): Promise<PageHighlighter> {
  highlighter ??= await import("../lib/code/page-highlighter.ts");
  return highlighter;
}

/** Has code highlighted that is still to be laid out; it is then found in the cache. The returned function cancels. */
export function highlightAhead(codes: readonly Code[]): () => void {
  const wanted = codes.filter(({ parts }) => canHighlight(parts));
  if (wanted.length === 0) return () => undefined;
  let isCanceled = false;
  let cancels: (() => void)[] = [];
  fetchHighlighter().then(
    ({ requestSpans }) => {
      if (!isCanceled) cancels = wanted.map((code) => requestSpans(code, () => undefined));
    },
    // The code stays plain until it is laid out and requested again.
    () => undefined,
  );
  return () => {
    isCanceled = true;
    for (const cancel of cancels) cancel();
  };
}

/** Code is highlighted this far before it scrolls into view. */
const visibleMargin = "400px";

function whenVisible(element: Element, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: visibleMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * The highlighting of `code`: null until it is ready, and for code without any. Requested when `place` scrolls into
 * view. `code` must keep its identity between renders.
 */
export function useHighlighting(code: Code | null, place: RefObject<Element | null>): Spans | null {
  const [found, setFound] = useState<{ code: Code; spans: Spans } | null>(null);
  const wanted = useMemo(() => (code !== null && canHighlight(code.parts) ? code : null), [code]);
  const before = useMemo(() => wanted && (highlighter?.cachedSpans(wanted) ?? null), [wanted]);
  const known = before ?? (found !== null && found.code === wanted ? found.spans : null);
  const missing = wanted !== null && known === null ? wanted : null;
  useEffect(() => {
    const element = place.current;
    if (!missing || !element) return;
    let leave = (): void => undefined;
    const tell = (spans: Spans): void => startTransition(() => setFound({ code: missing, spans }));
    const ask = (): void => {
      let gone = false;
      leave = () => void (gone = true);
      fetchHighlighter().then(
        ({ requestSpans }) => {
          if (!gone) leave = requestSpans(missing, tell);
        },
        // The code stays plain; the next block tries again.
        () => undefined,
      );
    };
    const unwatch = whenVisible(element, ask);
    return () => {
      unwatch();
      leave();
    };
  }, [missing, place]);
  return known;
}
