import { ChevronRight } from "lucide-react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { needWords } from "../../sessions/use-session-lists.ts";
import { toggleFold } from "./expanded.store.ts";
import type { TreeNode } from "./tree.ts";

const sessionsWords = (count: number): string => (count === 1 ? "1 session" : `${count} sessions`);

/** Shows what a session started below it; while folded it says how many of them ask for a person. */
export function FoldButton({ session, node }: { session: Session; node: TreeNode }) {
  if (node.below === 0) return null;
  const asking = node.open || node.asking === 0 ? null : `${node.asking} ${needWords(node.asking)}`;
  const below = `${sessionsWords(node.below)} below “${session.title}”`;
  return (
    <button
      type="button"
      aria-expanded={node.open}
      aria-label={asking === null ? below : `${below}, ${asking}`}
      onClick={() => toggleFold(session.id)}
      className="touch-target relative z-10 inline-flex h-6 shrink-0 items-center gap-0.5 rounded-full bg-sunken pe-2 ps-1 text-2xs text-soft tabular-nums hover:text-ink"
    >
      <ChevronRight aria-hidden className={`size-3 ${node.open ? "rotate-90" : "rtl:rotate-180"}`} />
      {node.below}
      {asking !== null && <span className="text-needs">· {asking}</span>}
    </button>
  );
}
