import type { ProcessIdentity, ProcessRow } from "./process-table.ts";

/**
 * Every descendant of `roots`, without the roots themselves. If a child is older than its parent, the parent's pid was
 * reused, so the link does not count.
 */
export function descendantsOf(
  rows: readonly ProcessRow[],
  roots: readonly ProcessIdentity[],
  startOrder: (startedAt: string) => number,
): ProcessRow[] {
  const childrenOf = Map.groupBy(rows, (row) => row.parent);
  const seen = new Set(roots.map((root) => root.pid));
  const found: ProcessRow[] = [];
  const open: ProcessIdentity[] = [...roots];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    const born = startOrder(parent.startedAt);
    for (const child of childrenOf.get(parent.pid) ?? []) {
      if (seen.has(child.pid) || startOrder(child.startedAt) < born) continue;
      seen.add(child.pid);
      found.push(child);
      open.push(child);
    }
  }
  return found;
}

/** `pid`, its parent, and so on up to the first process. */
export function lineageOf(rows: readonly ProcessRow[], pid: number): Set<number> {
  const parentOf = new Map(rows.map((row) => [row.pid, row.parent]));
  const lineage = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !lineage.has(at); at = parentOf.get(at)) {
    lineage.add(at);
  }
  return lineage;
}

/** True if `prefix` consists of the marker's first parts: `d:1` is a prefix of `d:1:9`, not of `d:12:9`. */
export function markerStartsWith(marker: string | null, prefix: string): boolean {
  if (marker === null || prefix === "" || !marker.startsWith(prefix)) return false;
  return prefix.endsWith(":") || marker.length === prefix.length || marker[prefix.length] === ":";
}
