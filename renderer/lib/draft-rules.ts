export type Drafts = Readonly<Record<string, { text: string; savedAt: number }>>;

const limits = { count: 30, characters: 1_000_000, ageMs: 7 * 24 * 60 * 60 * 1_000 };

/** The id of the draft of a session's field. A session's drafts share a prefix, so that they are discarded together. */
export const sessionDraft = (sessionId: number, field: string): string => `session:${sessionId}:${field}`;

/** The drafts of one session. */
export const draftsOf = (drafts: Drafts, sessionId: number): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([id]) => id.startsWith(sessionDraft(sessionId, ""))));

/** Keeps the newest drafts within the limits; returns the same object if none is removed. */
export function pruneDrafts(drafts: Drafts, now: number): Drafts {
  let room = limits.characters;
  const newestFirst = Object.entries(drafts).toSorted(([, a], [, b]) => b.savedAt - a.savedAt);
  const kept = newestFirst.slice(0, limits.count).filter(([, { text, savedAt }]) => {
    room -= text.length;
    return room >= 0 && now - savedAt <= limits.ageMs;
  });
  return kept.length === newestFirst.length ? drafts : Object.fromEntries(kept);
}

/** An empty text removes the draft. Returns the same object if nothing changes. */
export function putDraft(drafts: Drafts, entry: { id: string; text: string; now: number }): Drafts {
  const { id, text, now } = entry;
  if ((drafts[id]?.text ?? "") === text) return drafts;
  const { [id]: _before, ...others } = drafts;
  return text === "" ? others : pruneDrafts({ ...others, [id]: { text, savedAt: now } }, now);
}

/** The stored drafts, with this tab's changes applied. */
export function mergeDrafts(
  stored: Drafts,
  { mine, changed }: { mine: Drafts; changed: ReadonlySet<string> },
): Drafts {
  const others = Object.entries(stored).filter(([id]) => !changed.has(id));
  const own = [...changed].flatMap((id) => {
    const draft = mine[id];
    return draft ? [[id, draft] as const] : [];
  });
  return Object.fromEntries([...others, ...own]);
}

/** The newest draft whose id begins with `prefix`. */
export function newestDraft(
  drafts: Drafts,
  { prefix, except }: { prefix: string; except: string },
): { id: string; text: string; savedAt: number } | null {
  const [found] = Object.entries(drafts)
    .filter(([id]) => id.startsWith(prefix) && id !== except)
    .toSorted(([, a], [, b]) => b.savedAt - a.savedAt);
  return found ? { id: found[0], ...found[1] } : null;
}
