import { needWords, useAsking } from "../features/board/use-lists.ts";
import { usePendingCount } from "../features/inbox/api.ts";
import type { Place } from "./places.ts";

/** What stands beside the name of a place, and what it counts. */
export function usePlaceCounts(): Partial<Record<Place["id"], { count: number; words: string }>> {
  const asking = useAsking();
  return {
    board: { count: asking, words: needWords(asking) },
    inbox: { count: usePendingCount(), words: "unread" },
  };
}
