import type { BoardGroup } from "../view-model.ts";

export interface StableRows {
  groups: readonly BoardGroup[];
  /** Rows that are drawn though their sessions left the list. */
  gone: ReadonlySet<number>;
  /** How many rows would come, go or change their group. */
  pending: number;
}

const nobody: ReadonlySet<number> = new Set();

export const asIs = (groups: readonly BoardGroup[]): StableRows => ({ groups, gone: nobody, pending: 0 });

const placesIn = (groups: readonly BoardGroup[]) =>
  new Map(
    groups.flatMap(({ key, sessions }) =>
      sessions.map((session) => [session.id, { group: key, session }] as const),
    ),
  );

/**
 * The rows of `shown` in their places with what is known of them by now, so that nothing moves under a pointer. Only
 * what a person did away with, in `dismissed`, leaves at once.
 */
export function stabilize(
  shown: readonly BoardGroup[],
  next: readonly BoardGroup[],
  dismissed: ReadonlySet<number>,
): StableRows {
  const now = placesIn(next);
  const before = placesIn(shown);
  const gone = new Set([...before.keys()].filter((id) => !now.has(id) && !dismissed.has(id)));
  const moved = [...now].filter(([id, { group }]) => before.get(id)?.group !== group);
  const groups = shown
    .map((group) => ({
      ...group,
      sessions: group.sessions.flatMap((session) => {
        const latest = now.get(session.id)?.session;
        if (latest) return latest;
        return gone.has(session.id) ? session : [];
      }),
    }))
    .filter(({ sessions }) => sessions.length > 0);
  return { groups, gone, pending: gone.size + moved.length };
}
