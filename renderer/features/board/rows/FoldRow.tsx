import { ChevronRight, Zap } from "lucide-react";
import type { KeyboardEvent } from "react";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { StatusIcon } from "../../sessions/StatusIcon.tsx";
import { text as sessionText } from "../../sessions/text.ts";
import type { Fold } from "./folds.ts";
import { text } from "./text.ts";

interface State {
  label: string;
  icon: Parameters<typeof StatusIcon>[0];
  count: number;
}

/** How many of its sessions are in each state. */
function statesOf({ sessions }: Fold): State[] {
  const states = new Map<string, State>();
  for (const { status, attention } of sessions) {
    const kind = attention?.kind;
    const label = kind ? sessionText.attention[kind] : sessionText.statuses[status];
    const known = states.get(label);
    states.set(label, { label, icon: { status, attention: kind }, count: (known?.count ?? 0) + 1 });
  }
  return [...states.values()];
}

const latestOf = ({ sessions }: Fold): string =>
  sessions.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), "");

export interface FoldProps {
  fold: Fold;
  /** In a column, which has room for the name alone. */
  narrow?: boolean;
  onToggle(isExpanded: boolean): void;
}

/** The arrow keys expand and collapse it, as in a tree. */
function toggleByArrow(event: KeyboardEvent, { fold, onToggle }: FoldProps): void {
  const opens = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
  event.preventDefault();
  const isExpanded = event.key === opens;
  if (isExpanded !== fold.isExpanded) onToggle(isExpanded);
}

/** The button that covers the row of a trigger's sessions: its name, how many there are, and their states. */
export function FoldButton(props: FoldProps) {
  const { fold, onToggle, narrow = false } = props;
  const { title, sessions, isExpanded } = fold;
  const states = statesOf(fold);
  const spoken = states.map(({ label, count }) => `${count} ${label}`).join(", ");
  return (
    <button
      type="button"
      data-fold
      aria-expanded={isExpanded}
      onClick={() => onToggle(!isExpanded)}
      onKeyDown={(event) => toggleByArrow(event, props)}
      className="flex min-h-8 w-full min-w-0 items-center gap-2 text-start outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent pointer-coarse:min-h-10"
    >
      <ChevronRight
        aria-hidden
        className={`size-4 shrink-0 text-faint ${isExpanded ? "rotate-90" : "rtl:rotate-180"}`}
      />
      <Zap aria-hidden className="size-3.5 shrink-0 text-faint" />
      <span className="truncate font-medium text-ink">
        {title}
        <span className="sr-only">{text.folded(sessions.length, spoken)}</span>
      </span>
      <span aria-hidden className="shrink-0 text-soft tabular-nums">
        · {sessions.length}
      </span>
      <span aria-hidden className="ms-auto flex shrink-0 items-center gap-3 text-xs text-faint">
        {states.map(({ label, icon, count }) => (
          <span key={label} title={`${count} ${label}`} className="flex items-center gap-1 tabular-nums">
            <StatusIcon {...icon} silent />
            {states.length > 1 && count}
            {!narrow && <span className="max-md:hidden">{label}</span>}
          </span>
        ))}
        {!narrow && <RelativeTime instant={latestOf(fold)} className="w-13 text-end" />}
      </span>
    </button>
  );
}

/** The row of a trigger's sessions in a list or a column. */
export function FoldRow({ index, ...props }: FoldProps & { index: number }) {
  return (
    <div
      data-row={index}
      data-session={props.fold.id}
      className={`relative isolate flex min-h-11 items-center bg-surface hover:bg-hover ${props.narrow === true ? "mx-2 mb-2 rounded-lg border border-line px-2.5" : "border-b border-line px-3 lg:px-4"}`}
    >
      <FoldButton {...props} />
    </div>
  );
}
