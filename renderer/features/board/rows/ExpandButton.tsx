import { ChevronRight } from "lucide-react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { text as sessionText } from "../../sessions/text.ts";
import { toggleExpanded } from "./expanded.store.ts";
import { text } from "./text.ts";
import type { TreeNode } from "./tree.ts";

/** Expands the sessions that a session started; while collapsed it shows how many need a person. */
export function ExpandButton({ session, node }: { session: Session; node: TreeNode }) {
  if (node.descendants === 0) return null;
  const needing =
    node.isExpanded || node.needsYou === 0 ? null : `${node.needsYou} ${sessionText.needYou(node.needsYou)}`;
  const below = text.startedBy(node.descendants, session.title);
  return (
    <button
      type="button"
      aria-expanded={node.isExpanded}
      aria-label={needing === null ? below : `${below}, ${needing}`}
      onClick={() => toggleExpanded(session.id)}
      className="touch-target relative z-10 inline-flex h-6 shrink-0 items-center gap-0.5 rounded-full bg-sunken pe-2 ps-1 text-2xs text-soft tabular-nums hover:text-ink"
    >
      <ChevronRight aria-hidden className={`size-3 ${node.isExpanded ? "rotate-90" : "rtl:rotate-180"}`} />
      {node.descendants}
      {needing !== null && <span className="text-needs">· {needing}</span>}
    </button>
  );
}
