import { type RefObject, startTransition, useEffect, useMemo, useState } from "react";
import { type Code, mayColour, type Spans } from "../lib/code/spans.ts";

interface Colours {
  knownSpans(code: Code): Spans | null;
  askSpans(code: Code, tell: (spans: Spans) => void): () => void;
}

/** What finds the colours; it comes with the first code that is in sight. */
let colours: Colours | null = null;

async function fetchColours(): Promise<Colours> {
  colours ??= await import("../lib/code/page-highlighter.ts");
  return colours;
}

/** So far below and above the screen code is coloured before it is seen. */
const ahead = "400px";

function onceInSight(element: Element, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: ahead },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * The colours of code once they are found; null until then, and for what has none. Asked for when `place` comes in
 * sight. The same `code` has to be the same object.
 */
export function useCodeColours(code: Code | null, place: RefObject<Element | null>): Spans | null {
  const [found, setFound] = useState<{ code: Code; spans: Spans } | null>(null);
  const wanted = useMemo(() => (code !== null && mayColour(code.parts) ? code : null), [code]);
  const before = useMemo(() => wanted && (colours?.knownSpans(wanted) ?? null), [wanted]);
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
      fetchColours().then(
        ({ askSpans }) => {
          if (!gone) leave = askSpans(missing, tell);
        },
        // The code stays plain; what is drawn next asks again.
        () => undefined,
      );
    };
    const unwatch = onceInSight(element, ask);
    return () => {
      unwatch();
      leave();
    };
  }, [missing, place]);
  return known;
}
