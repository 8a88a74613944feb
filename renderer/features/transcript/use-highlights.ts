import { useEffect } from "react";
import { occurrences } from "./find.ts";

const highlightName = "found";

function rangesIn(root: Element, query: string): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const [start, end] of occurrences(node.textContent ?? "", query)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}

/** Marks each place in sight that says it, without a change to the page. An older browser goes without. */
export function useHighlights(root: Element | null, query: string): void {
  useEffect(() => {
    if (!root || query.trim() === "" || !("highlights" in CSS)) return;
    let frame = 0;
    const mark = (): void => void CSS.highlights.set(highlightName, new Highlight(...rangesIn(root, query)));
    const markSoon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(markSoon);
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(highlightName);
    };
  }, [root, query]);
}
