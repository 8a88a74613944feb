import type { ScopeQuery } from "./model.ts";

/** The limits in a client's address. Null means no limit. */
export interface Scope {
  groups: readonly string[] | null;
  roots: readonly string[] | null;
  /** The calling session, as the address claims. */
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
