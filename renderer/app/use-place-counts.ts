import { useAsking } from "../features/board/use-lists.ts";
import { usePendingCount } from "../features/inbox/api.ts";
import type { Place } from "./places.ts";

/** What stands beside the name of a place, and what it counts. */
export function usePlaceCounts(): Partial<Record<Place["id"], { count: number; words: string }>> {
  return {
    board: { count: useAsking(), words: "need you" },
    inbox: { count: usePendingCount(), words: "unread" },
  };
}
