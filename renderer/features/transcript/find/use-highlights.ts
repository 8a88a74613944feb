import { useEffect } from "react";
import { placesOf } from "./find.ts";

const highlightName = "found";

/** Elements that begin a line of their own; highlighted code inside them is in many parts. */
const blocks = "p, pre, div, li, td, th, h1, h2, h3, h4, blockquote, button";

/** The text nodes of the page, grouped by block. */
function textBlocks(root: Element): Text[][] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[][] = [];
  let block: Element | null = null;
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    const within: Element | null = node.parentElement?.closest(blocks) ?? null;
    if (within === block && block !== null) found.at(-1)?.push(node);
    else found.push([node]);
    block = within;
  }
  return found;
}

function rangesIn(root: Element, query: string): Range[] {
  return textBlocks(root).flatMap((nodes) =>
    placesOf(
      nodes.map(({ data }) => data),
      query,
    ).flatMap(([from, to]) => {
      const [first, last] = [nodes[from[0]], nodes[to[0]]];
      if (!first || !last) return [];
      const range = new Range();
      range.setStart(first, from[1]);
      range.setEnd(last, to[1]);
      return [range];
    }),
  );
}

/** Highlights the visible matches without changing the page. Older browsers show none. */
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
