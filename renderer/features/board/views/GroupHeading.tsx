import { Snowflake } from "lucide-react";
import { text as categoryText } from "../../categories/text.ts";
import { StatusIcon } from "../../sessions/StatusIcon.tsx";
import type { BoardGroup } from "../view-model.ts";

/** The title of a group and how many sessions it has. */
export function GroupHeading({ group, className = "" }: { group: BoardGroup; className?: string }) {
  return (
    <h2
      className={`flex h-9 items-center gap-2 border-b border-line bg-canvas px-3 pt-1 text-xs font-semibold text-soft md:px-4 ${className}`}
    >
      {group.status !== null && <StatusIcon status={group.status} silent />}
      <span className="truncate">{group.title}</span>
      {group.isFrozen === true && (
        <Snowflake role="img" aria-label={categoryText.frozen} className="size-3.5 shrink-0" />
      )}
      <span className="font-normal text-faint tabular-nums">{group.sessions.length}</span>
    </h2>
  );
}
