import { useCallback } from "react";
import { FindBox } from "./FindBox.tsx";
import type { ListContext } from "./list-parts.tsx";
import { unfold } from "./transcript.store.ts";
import type { useEntries } from "./use-entries.ts";
import { useFind } from "./use-find.ts";
import { useHighlights } from "./use-highlights.ts";
import { foldKeyOf, type TimelineItem } from "./view-model.ts";

interface Props {
  id: number;
  items: readonly TimelineItem[];
  context: Pick<ListContext, "hasOlder" | "older" | "loadOlder">;
  entries: Pick<ReturnType<typeof useEntries>, "mark" | "unmark">;
  scroller: HTMLElement | null;
}

/** The find box and what it does to the transcript under it. */
export function FindLayer({ id, items, context, entries, scroller }: Props) {
  const { mark, unmark } = entries;
  const { hasOlder, older, loadOlder } = context;
  const onFound = useCallback(
    (key: string) => {
      // What was found may stand in what is folded in.
      unfold(foldKeyOf(String(id), key));
      mark(key);
    },
    [id, mark],
  );
  const find = useFind({ items, hasOlder, older, loadOlder, onFound });
  useHighlights(scroller, find.searched);
  return <FindBox find={find} hasOlder={hasOlder} onClose={unmark} />;
}
