import { backlogRefusal } from "./errors.ts";
import type { Cost } from "./model.ts";
import { append, isInBand, type Placed, place } from "./rules.ts";
import type { BacklogRow, BacklogStore } from "./store.ts";

type Store = Pick<BacklogStore, "peers" | "change">;

/** The order within the bands. Inside the caller's transaction. */
export function itemRanking(store: Store) {
  const write = (moved: readonly Placed[]): void => {
    for (const { id, precedence } of moved) store.change(id, { precedence });
  };

  /** Unpinned items whose precedence is not in the band of their cost go last in it. */
  function settle(cost: Cost): Placed[] {
    const drifted = store.peers(cost).filter(({ precedence }) => !isInBand(cost, precedence));
    for (const { id } of drifted) store.change(id, { precedence: after(cost, id) });
    return store.peers(cost);
  }

  /** The end of the band, behind all others than this one. */
  function after(cost: Cost, except: number): number {
    const peers = store
      .peers(cost)
      .filter(({ id, precedence }) => id !== except && isInBand(cost, precedence));
    const place = append(cost, peers);
    if (!place) throw backlogRefusal("band_full", { cost });
    write(place.moved);
    return place.precedence;
  }

  return {
    /** Where a new item goes. */
    last(cost: Cost): number {
      settle(cost);
      return after(cost, 0);
    },

    /** Where an item goes that is pinned no more: it stays if that is in its band. */
    back: ({ id, estimatedCost: cost, precedence }: BacklogRow): number =>
      isInBand(cost, precedence) ? precedence : after(cost, id),

    /** Moves an item between two of its band; returns every precedence that changed. */
    move(
      { id, estimatedCost: cost }: BacklogRow,
      { above_id, below_id }: { above_id?: number | null | undefined; below_id?: number | null | undefined },
    ): Placed[] {
      const peers = settle(cost).filter((peer) => peer.id !== id);
      const indexOf = (neighbor: number | null | undefined): number | null => {
        if (neighbor === null || neighbor === undefined) return null;
        const index = peers.findIndex((peer) => peer.id === neighbor);
        if (index < 0) throw backlogRefusal("not_in_band", { id: neighbor });
        return index;
      };
      const above = indexOf(above_id);
      const below = indexOf(below_id);
      const index = above === null ? (below ?? 0) : above + 1;
      const changes = place({ id, cost, index }, peers);
      if (!changes) throw backlogRefusal("band_full", { cost });
      write(changes);
      return changes;
    },
  };
}
