import type { ScopeQuery } from "./model.ts";

/** What a client's address confines it to. Null: nothing was said. */
export interface Scope {
  groups: readonly string[] | null;
  roots: readonly string[] | null;
  /** Which session calls, by its own word. */
  session: string | null;
}

export const readScope = (query: ScopeQuery): Scope => ({
  groups: readList(query.tool_groups),
  roots: readList(query.allowed_agent_roots),
  session: query.session_id?.trim() || null,
});

function readList(text = ""): string[] | null {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length === 0 ? null : [...new Set(names)];
}
