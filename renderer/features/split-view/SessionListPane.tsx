import { Link, useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { useMinute } from "../../lib/time.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { attentionLine, reasonLine } from "../sessions/reason-line.ts";
import { StatusIcon } from "../sessions/StatusIcon.tsx";
import { projectName } from "../sessions/session-fields.ts";
import { useOpenSessions } from "../sessions/use-session-lists.ts";
import { listGroups } from "./list-groups.ts";
import { text } from "./text.ts";
import { useListKeys } from "./use-list-keys.ts";

/** A session is read once the list has stayed at it this long, so that stepping past it reads nothing. */
const followAfterMs = 120;

/** The session that the list is at, which the page follows without an entry in the history. */
function useFollow(current: number | null) {
  const navigate = useNavigate();
  const [picked, setPicked] = useState<{ id: number; from: number | null } | null>(null);
  const next = picked?.from === current ? picked.id : null;
  useEffect(() => {
    if (next === null || next === current) return;
    const timer = setTimeout(() => {
      void navigate({
        to: "/sessions/$id",
        params: { id: String(next) },
        search: ({ agent: _agent, ...kept }: Record<string, unknown>) => kept,
        replace: true,
      });
    }, followAfterMs);
    return () => clearTimeout(timer);
  }, [next, current, navigate]);
  return { at: next ?? current, move: (id: number): void => setPicked({ id, from: current }) };
}

const lineOf = (session: Session): string =>
  reasonLine(session) ?? attentionLine(session) ?? projectName(session);

function Row({ session, isAt, onOpen }: { session: Session; isAt: boolean; onOpen(): void }) {
  const { id, title, status, attention, updated_at } = session;
  return (
    <li data-session={id} className="[content-visibility:auto] [contain-intrinsic-size:auto_3rem]">
      <Link
        to="/sessions/$id"
        params={{ id: String(id) }}
        search={(kept: Record<string, unknown>) => kept}
        data-beside={id}
        onClick={onOpen}
        aria-current={isAt ? "page" : undefined}
        className="flex min-w-0 items-start gap-2 border-b border-line px-3 py-1.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft"
      >
        <span className="pt-0.5">
          <StatusIcon status={status} attention={attention?.kind} />
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="truncate text-sm">{title}</span>
          <span className="truncate text-xs text-faint">{lineOf(session)}</span>
        </span>
        <RelativeTime instant={updated_at} className="pt-0.5 text-xs text-faint" />
      </Link>
    </li>
  );
}

interface Props {
  /** The session on the screen, by id or slug. */
  reference: string;
  /** Where the session is shown. */
  pane: RefObject<HTMLElement | null>;
}

/** The sessions of the board beside one of them. */
export function SessionListPane({ reference, pane }: Props) {
  const list = useRef<HTMLElement>(null);
  const open = useOpenSessions();
  const now = useMinute();
  const groups = useMemo(() => listGroups(open, { now, current: reference }), [open, now, reference]);
  const order = useMemo(() => groups.flatMap(({ sessions }) => sessions.map(({ id }) => id)), [groups]);
  const shown = open.find(({ id, slug }) => String(id) === reference || slug === reference)?.id ?? null;
  const { at, move } = useFollow(shown);
  useListKeys(list, pane, { order, current: at, move });
  return (
    <section
      ref={list}
      aria-label={text.list}
      className="flex w-76 shrink-0 flex-col overflow-y-auto border-e border-line bg-surface"
    >
      {groups.length === 0 && <p className="px-3 py-4 text-xs text-faint">{text.empty}</p>}
      {groups.map(({ title, sessions }) => (
        <div key={title}>
          <h2 className="sticky top-0 z-10 flex gap-1.5 border-b border-line bg-sunken px-3 py-1 text-2xs font-medium text-soft">
            {title}
            <span className="text-faint tabular-nums">{sessions.length}</span>
          </h2>
          <ul aria-label={title}>
            {sessions.map((session) => (
              <Row
                key={session.id}
                session={session}
                isAt={session.id === at}
                onOpen={() => move(session.id)}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
