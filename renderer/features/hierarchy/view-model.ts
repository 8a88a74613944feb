import type { HierarchyNode, SessionHierarchy } from "../../../server/domains/sessions/hierarchy/model.ts";

export interface TreeRow {
  node: HierarchyNode;
  /** The depth below the root of its tree. */
  level: number;
  /** The index of the parent's row; -1 for a root. */
  parent: number;
  /** The index of the first child's row; -1 if there is none. */
  firstChild: number;
  /** Its further parents, with their titles if they are in the tree. */
  uncles: readonly { id: number; title: string | null }[];
}

/**
 * The rows of the tree from top to bottom. A node whose parent is missing is a root, and so is one node of a cycle, so
 * that every node is shown.
 */
export function treeRows({ nodes }: Pick<SessionHierarchy, "nodes">): TreeRow[] {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  const children = Map.groupBy(nodes, (node) => knownParent(node, titles));
  const rows: TreeRow[] = [];
  const added = new Set<number>();

  function add(node: HierarchyNode, level: number, parent: number): void {
    if (added.has(node.id)) return;
    added.add(node.id);
    const uncles = node.uncle_session_ids.map((id) => ({ id, title: titles.get(id) ?? null }));
    const at = rows.push({ node, level, parent, firstChild: -1, uncles }) - 1;
    const before = rows.length;
    for (const child of children.get(node.id) ?? []) add(child, level + 1, at);
    const row = rows[at];
    if (row && rows.length > before) row.firstChild = before;
  }

  for (const root of [...(children.get(null) ?? []), ...nodes]) add(root, 0, -1);
  return rows;
}

const knownParent = (
  { render_parent_session_id: parent }: HierarchyNode,
  known: ReadonlyMap<number, string>,
) => (parent !== null && known.has(parent) ? parent : null);

/** Whether the session has neither parents nor children. */
const isAlone = ({ nodes, truncated }: SessionHierarchy): boolean => nodes.length <= 1 && !truncated;

/** Whether a tree of it shows more than the session itself. */
export const hasRelations = (hierarchy: SessionHierarchy): boolean =>
  !isAlone(hierarchy) || treeRows(hierarchy).some(({ uncles }) => uncles.length > 0);

/** The row that a key moves to from `at`; null if it does not move. */
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
