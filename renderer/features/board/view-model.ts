import type { Session, SessionStatus } from "../../../server/domains/sessions/model.ts";
import { runtimeLabel } from "../sessions/session-words.ts";

/** What asks for a person stands first. */
const groupOrder: readonly SessionStatus[] = ["needs_input", "failed", "running", "waiting", "archived"];

export interface BoardGroup {
  status: SessionStatus;
  sessions: readonly Session[];
}

/** Favourites first; then what came to rest last, or for what is under way what was begun last, so that rows hold still. */
function compare(status: SessionStatus): (a: Session, b: Session) => number {
  const key = status === "running" || status === "waiting" ? "created_at" : "updated_at";
  return (a, b) => Number(b.favorited) - Number(a.favorited) || b[key].localeCompare(a[key]) || b.id - a.id;
}

/** The sessions by status, in the board's order; a status without sessions has no group. */
export function groupSessions(sessions: readonly Session[]): BoardGroup[] {
  return groupOrder.flatMap((status) => {
    const members = sessions.filter((session) => session.status === status);
    return members.length === 0 ? [] : [{ status, sessions: members.toSorted(compare(status)) }];
  });
}

export const ofRuntime = (sessions: readonly Session[], runtime: string | null): readonly Session[] =>
  runtime === null ? sessions : sessions.filter(({ agent_runtime }) => agent_runtime === runtime);

/** The runtimes that occur, and the chosen one even when none of its sessions is left. */
export function runtimeChoices(sessions: readonly Session[], chosen: string | null) {
  const ids = new Set(sessions.map(({ agent_runtime }) => agent_runtime));
  if (chosen !== null) ids.add(chosen);
  return [...ids].toSorted().map((id) => ({ value: id, label: runtimeLabel(id) }));
}

/** Where j, k and the arrow keys lead; stays at the ends. */
export function neighbour(count: number, current: number, step: 1 | -1): number {
  if (count === 0) return -1;
  if (current < 0) return step === 1 ? 0 : count - 1;
  return Math.min(Math.max(current + step, 0), count - 1);
}
