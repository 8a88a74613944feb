import { Snowflake } from "lucide-react";
import { text as categoryText } from "../../categories/text.ts";
import { needsYou } from "../../sessions/attention.ts";
import { StatusIcon } from "../../sessions/StatusIcon.tsx";
import type { BoardGroup } from "../view-model.ts";

/** What is not decided yet is listed among what needs a person, and not counted. */
const countOf = ({ key, sessions }: BoardGroup): number =>
  key === "needs_you" ? sessions.filter((session) => needsYou(session)).length : sessions.length;

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
      <span className="font-normal text-faint tabular-nums">{countOf(group)}</span>
    </h2>
  );
}
