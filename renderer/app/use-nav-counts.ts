import { usePendingCount } from "../features/inbox/api.ts";
import { needWords, useAsking } from "../features/sessions/use-session-lists.ts";
import type { Place } from "./nav-items.ts";

/** What stands beside the name of a place, and what it counts. */
export function usePlaceCounts(): Partial<Record<Place["id"], { count: number; words: string }>> {
  const asking = useAsking();
  return {
    board: { count: asking, words: needWords(asking) },
    inbox: { count: usePendingCount(), words: "unread" },
  };
}
