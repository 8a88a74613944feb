import { useMemo, useRef } from "react";
import { GroupedVirtuoso, type GroupedVirtuosoHandle } from "react-virtuoso";
import { Button } from "../../ui/Button.tsx";
import { StatusMark } from "../sessions/StatusMark.tsx";
import { statusLabels } from "../sessions/session-words.ts";
import { SessionRow } from "./SessionRow.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import type { BoardGroup } from "./view-model.ts";

function GroupHeading({ group }: { group: BoardGroup }) {
  return (
    <h2 className="flex h-9 items-center gap-2 border-b border-line bg-canvas px-3 pt-1 text-xs font-semibold text-soft md:px-4">
      <StatusMark status={group.status} silent />
      {statusLabels[group.status]}
      <span className="font-normal text-faint tabular-nums">{group.sessions.length}</span>
    </h2>
  );
}

interface Props {
  groups: readonly BoardGroup[];
  truncated: boolean;
  more: (() => void) | undefined;
}

/** The groups one after the other, with only what is in sight in the page. */
export function BoardList({ groups, truncated, more }: Props) {
  const list = useRef<GroupedVirtuosoHandle>(null);
  const sessions = useMemo(() => groups.flatMap((group) => group.sessions), [groups]);
  const holder = useRowKeys(sessions.length, (index) =>
    list.current?.scrollIntoView({ index, behavior: "auto" }),
  );
  const footer = useMemo(
    () => ({ Footer: () => <ListFooter truncated={truncated} more={more} /> }),
    [truncated, more],
  );
  return (
    <section ref={holder} aria-label="Sessions" className="min-h-0 flex-1">
      <GroupedVirtuoso
        ref={list}
        className="h-full"
        groupCounts={groups.map((group) => group.sessions.length)}
        groupContent={(at) => {
          const group = groups[at];
          return group && <GroupHeading group={group} />;
        }}
        itemContent={(index) => {
          const session = sessions[index];
          return session && <SessionRow session={session} index={index} />;
        }}
        increaseViewportBy={300}
        components={footer}
      />
    </section>
  );
}

function ListFooter({ truncated, more }: { truncated: boolean; more: (() => void) | undefined }) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-5 text-xs text-faint">
      {truncated && <p>Only the first 500 sessions are shown. Search to find the others.</p>}
      {more && (
        <Button size="small" onClick={more}>
          Show more of the archive
        </Button>
      )}
    </div>
  );
}
