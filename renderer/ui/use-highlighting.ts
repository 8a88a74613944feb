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

const warmed = new Set<string>();

/** Starts the highlighter for a language while the code itself is still to be laid out. */
export function warmHighlighter(fence: string): void {
  if (warmed.has(fence)) return;
  warmed.add(fence);
  fetchHighlighter().then(
    ({ requestSpans }) => requestSpans({ parts: [""], languageHint: { fence } }, () => undefined),
    () => warmed.delete(fence),
  );
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
