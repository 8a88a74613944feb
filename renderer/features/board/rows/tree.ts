import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";

/** Where a session stands among those it belongs to. */
export interface TreeNode {
  /** Zero for one whose parent is not in the list. */
  depth: number;
  /** How many stand below it, at any depth. */
  descendants: number;
  /** How many of those ask for a person. */
  needsYou: number;
  isExpanded: boolean;
}

export interface Tree {
  /** Each parent before its children; what is folded is left out. */
  sessions: readonly Session[];
  nodes: ReadonlyMap<number, TreeNode>;
}

const asks = ({ status }: Session): boolean => status === "needs_input" || status === "failed";

/** Parents with their children, in the order they came in; children are folded away until their parent is in `expanded`. */
export function treeOf(sessions: readonly Session[], expanded: ReadonlySet<number>): Tree {
  const known = new Set(sessions.map(({ id }) => id));
  const children = Map.groupBy(sessions, ({ id, parent_session_id: parent }) =>
    parent !== null && parent !== id && known.has(parent) ? parent : null,
  );
  const nodes = new Map<number, TreeNode>();
  const shown: Session[] = [];

  function visit(
    session: Session,
    depth: number,
    visible: boolean,
  ): Pick<TreeNode, "descendants" | "needsYou"> {
    const isExpanded = expanded.has(session.id);
    if (visible) shown.push(session);
    const counts = { descendants: 0, needsYou: 0 };
    for (const child of children.get(session.id) ?? []) {
      const inside = visit(child, depth + 1, visible && isExpanded);
      counts.descendants += 1 + inside.descendants;
      counts.needsYou += Number(asks(child)) + inside.needsYou;
    }
    nodes.set(session.id, { depth, isExpanded, ...counts });
    return counts;
  }

  for (const top of children.get(null) ?? []) visit(top, 0, true);
  // Nobody can make such a ring today; if one comes about, its sessions must not vanish.
  shown.push(...sessions.filter(({ id }) => !nodes.has(id)));
  return { sessions: shown, nodes };
}
