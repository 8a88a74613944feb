import { Archive, Clock, Ellipsis, EyeOff, Pause, Star, X } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { actionMenuEntries } from "./action-menu.ts";
import { type ActionsState, useActions } from "./actions.store.ts";
import { type Action, type ActionId, actionsFor } from "./actions.ts";
import { changeSelection, clear } from "./selection.store.ts";
import { text } from "./text.ts";
import { useAction } from "./use-action.ts";

const icons: Partial<Record<ActionId, typeof Archive>> = {
  archive: Archive,
  favorite: Star,
  snooze: Clock,
  hide: EyeOff,
  pause: Pause,
};
const shortLabels: Partial<Record<ActionId, string>> = text.bulkBar.short;

function QuickAction({ action, run }: { action: Action; run(): void }) {
  const Icon = icons[action.id];
  return (
    <Button size="small" onClick={run} title={action.label} className="max-sm:w-9">
      {Icon && <Icon aria-hidden className="size-3.5" />}
      <span className="max-sm:sr-only">{shortLabels[action.id] ?? action.label}</span>
    </Button>
  );
}

function Progress({ progress }: { progress: NonNullable<ActionsState["progress"]> }) {
  const { label, done, total } = progress;
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 text-xs text-soft">
      <span role="status" className="whitespace-nowrap tabular-nums">
        {text.progress.label(label.replace("…", ""), done, total)}
      </span>
      <progress aria-label={label} className="progress-bar h-1 min-w-16 flex-1" max={total} value={done} />
    </span>
  );
}

function Buttons({ sessions }: { sessions: readonly Session[] }) {
  const runAction = useAction();
  const available = actionsFor(sessions);
  const quick = available.filter(({ id }) => id in icons);
  const others = available.filter(({ id }) => !(id in icons));
  return (
    <span className="flex flex-1 flex-wrap items-center gap-1 sm:gap-1.5">
      {quick.map((action) => (
        <QuickAction key={action.id} action={action} run={() => runAction(action.id, sessions)} />
      ))}
      <Menu
        trigger={
          <IconButton label={text.bulkBar.more}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
        items={actionMenuEntries(others, (id) => runAction(id, sessions))}
      />
    </span>
  );
}

/** The actions on the selected sessions, or the progress of the running one. */
export function BulkBar({ sessions }: { sessions: readonly Session[] }) {
  const progress = useActions((state) => state.progress);
  if (sessions.length === 0 && progress === null) return null;
  return (
    <section
      aria-label={text.bulkBar.label}
      className="flex min-h-12 shrink-0 items-center gap-3 border-t border-line bg-raised px-3 py-1.5 shadow-pop md:px-4"
    >
      <p className="shrink-0 text-sm font-medium tabular-nums" aria-live="polite">
        {sessions.length} <span className="max-sm:sr-only">{text.bulkBar.selected}</span>
      </p>
      {progress ? <Progress progress={progress} /> : <Buttons sessions={sessions} />}
      <IconButton label={text.bulkBar.clear} onClick={() => changeSelection(clear)}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </section>
  );
}
