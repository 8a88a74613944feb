import { type RefObject, startTransition, useEffect, useMemo, useState } from "react";
import { type Code, canHighlight, type Spans } from "../lib/code/spans.ts";

interface PageHighlighter {
  cachedSpans(code: Code): Spans | null;
  requestSpans(code: Code, tell: (spans: Spans) => void): () => void;
}

/** What finds the colours; it comes with the first code that is in sight. */
let highlighter: PageHighlighter | null = null;

async function fetchHighlighter(): Promise<PageHighlighter> {
  highlighter ??= await import("../lib/code/page-highlighter.ts");
  return highlighter;
}

/** So far below and above the screen code is coloured before it is seen. */
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
 * The colours of code once they are found; null until then, and for what has none. Asked for when `place` comes in
 * sight. The same `code` has to be the same object.
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
        // The code stays plain; what is drawn next asks again.
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
