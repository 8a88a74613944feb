import type { LiveConversationWithTurns } from "../../../server/domains/live/conversations/model.ts";

const spoken = /#(\d{1,12})/g;

/** The sessions of the newest exchange: those that its tools were about, and those that it names. */
function sessionsSpokenOf(conversation: LiveConversationWithTurns | null): number[] {
  const turns = conversation?.turns ?? [];
  const since = turns.findLastIndex(({ role }) => role === "user");
  const newest = since < 0 ? [] : turns.slice(since);
  const named = newest.flatMap(({ role, content }) =>
    role === "tool" ? [] : [...content.matchAll(spoken)].map(([, id]) => Number(id)),
  );
  return [...new Set([...newest.flatMap(({ session_ids }) => session_ids), ...named])];
}

/** Marks the rows of sessions that are spoken of, wherever they are on the page. */
export function HighlightedSessions({ conversation }: { conversation: LiveConversationWithTurns | null }) {
  const ids = conversation?.status === "active" ? sessionsSpokenOf(conversation) : [];
  if (ids.length === 0) return null;
  const rows = ids.map((id) => `[data-session="${id}"]`).join(",");
  return <style>{`${rows}{box-shadow:inset 3px 0 0 var(--accent);background:var(--accent-soft)}`}</style>;
}
