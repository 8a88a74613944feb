import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { needsYou } from "../../sessions/attention.ts";

/** The place of a session among its parents and children. */
export interface TreeNode {
  /** Zero if its parent is not in the list. */
  depth: number;
  /** How many are below it, at any depth. */
  descendants: number;
  /** How many of those need a person. */
  needsYou: number;
  isExpanded: boolean;
}

export interface Tree {
  /** Each parent before its children; collapsed sessions are left out. */
  sessions: readonly Session[];
  nodes: ReadonlyMap<number, TreeNode>;
}

/** Parents with their children, in the given order; children are left out until their parent is in `expanded`. */
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
      counts.needsYou += Number(needsYou(child)) + inside.needsYou;
    }
    nodes.set(session.id, { depth, isExpanded, ...counts });
    return counts;
  }

  for (const top of children.get(null) ?? []) visit(top, 0, true);
  // A cycle of parents cannot be made today; if one existed, its sessions must still be shown.
  shown.push(...sessions.filter(({ id }) => !nodes.has(id)));
  return { sessions: shown, nodes };
}
