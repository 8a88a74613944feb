import type { HierarchyNode, SessionHierarchy } from "../../../server/domains/sessions/hierarchy/model.ts";

export interface TreeRow {
  node: HierarchyNode;
  /** Rows below the top of its tree. */
  level: number;
  /** Row it hangs under; -1 for a top. */
  parent: number;
  /** First row below it; -1 where there is none. */
  firstChild: number;
  /** Further seniors it claims, with their titles where they are in the tree. */
  uncles: readonly { id: number; title: string | null }[];
}

/**
 * The rows of the tree from top to bottom, put together from what each node is drawn under. A node whose senior is
 * missing is a top; one that hangs under itself by any number of steps is drawn as a top as well, so that none is lost.
 */
export function treeRows({ nodes }: Pick<SessionHierarchy, "nodes">): TreeRow[] {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  const children = Map.groupBy(nodes, (node) => topOr(node, titles));
  const rows: TreeRow[] = [];
  const drawn = new Set<number>();

  function draw(node: HierarchyNode, level: number, parent: number): void {
    if (drawn.has(node.id)) return;
    drawn.add(node.id);
    const uncles = node.uncle_session_ids.map((id) => ({ id, title: titles.get(id) ?? null }));
    const at = rows.push({ node, level, parent, firstChild: -1, uncles }) - 1;
    const before = rows.length;
    for (const child of children.get(node.id) ?? []) draw(child, level + 1, at);
    const row = rows[at];
    if (row && rows.length > before) row.firstChild = before;
  }

  for (const top of [...(children.get(null) ?? []), ...nodes]) draw(top, 0, -1);
  return rows;
}

const topOr = ({ render_parent_session_id: parent }: HierarchyNode, known: ReadonlyMap<number, string>) =>
  parent !== null && known.has(parent) ? parent : null;

/** Nobody's child and nobody's parent. */
export const isAlone = ({ nodes, truncated }: SessionHierarchy): boolean => nodes.length <= 1 && !truncated;

/** The row a key leads to from `at`; null for a key that leads nowhere. */
export function rowForKey(rows: readonly TreeRow[], at: number, key: string): number | null {
  const row = rows[at];
  const targets: Record<string, number | undefined> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: row?.parent,
    ArrowRight: row?.firstChild,
    Home: 0,
    End: rows.length - 1,
  };
  const target = targets[key];
  return target !== undefined && target in rows ? target : null;
}
