import { ChevronRight } from "lucide-react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { text as sessionText } from "../../sessions/text.ts";
import { toggleExpanded } from "./expanded.store.ts";
import type { TreeNode } from "./tree.ts";

const sessionsWords = (count: number): string => (count === 1 ? "1 session" : `${count} sessions`);

/** Shows what a session started below it; while folded it says how many of them ask for a person. */
export function ExpandButton({ session, node }: { session: Session; node: TreeNode }) {
  if (node.descendants === 0) return null;
  const asking =
    node.isExpanded || node.needsYou === 0 ? null : `${node.needsYou} ${sessionText.needYou(node.needsYou)}`;
  const below = `${sessionsWords(node.descendants)} started by “${session.title}”`;
  return (
    <button
      type="button"
      aria-expanded={node.isExpanded}
      aria-label={asking === null ? below : `${below}, ${asking}`}
      onClick={() => toggleExpanded(session.id)}
      className="touch-target relative z-10 inline-flex h-6 shrink-0 items-center gap-0.5 rounded-full bg-sunken pe-2 ps-1 text-2xs text-soft tabular-nums hover:text-ink"
    >
      <ChevronRight aria-hidden className={`size-3 ${node.isExpanded ? "rotate-90" : "rtl:rotate-180"}`} />
      {node.descendants}
      {asking !== null && <span className="text-needs">· {asking}</span>}
    </button>
  );
}
