import type { BoardGroup } from "../view-model.ts";

export interface StableRows {
  groups: readonly BoardGroup[];
  /** Rows that are still shown although their sessions left the list. */
  gone: ReadonlySet<number>;
  /** How many rows would appear, leave or change their group. */
  pending: number;
}

const noSessions: ReadonlySet<number> = new Set();

export const asIs = (groups: readonly BoardGroup[]): StableRows => ({ groups, gone: noSessions, pending: 0 });

const placesIn = (groups: readonly BoardGroup[]) =>
  new Map(
    groups.flatMap(({ key, sessions }) =>
      sessions.map((session) => [session.id, { group: key, session }] as const),
    ),
  );

/**
 * The rows of `shown` in their places with their latest data, so that nothing moves under a pointer. Only the
 * sessions in `dismissed`, which a person removed, leave at once.
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
