import { Ellipsis, Star } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { useAwayReason } from "../../lib/connection.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useDuplicateCommand } from "../new-session/use-duplicate-command.ts";
import { actionMenuEntries } from "../selection/action-menu.ts";
import { useActions } from "../selection/actions.store.ts";
import { actionsFor } from "../selection/actions.ts";
import { useAction } from "../selection/use-action.ts";
import { text } from "./text.ts";
import { isPrimaryActionBusy, primaryAction } from "./view-model.ts";

function useSessionActions(session: Session) {
  const runAction = useAction();
  const inProgress = useActions((state) => state.inProgress.get(session.id));
  const available = actionsFor([session]);
  const first = available.find(({ id }) => id === primaryAction(session));
  return { runAction, inProgress, first, others: available.filter((action) => action !== first) };
}

/** The action that is most likely wanted. */
export function PrimaryActionButton({ session }: { session: Session }) {
  const { runAction, inProgress, first } = useSessionActions(session);
  const away = useAwayReason();
  if (!first) return null;
  return (
    <Button
      size="small"
      disabled={away !== null}
      title={away ?? undefined}
      busy={isPrimaryActionBusy(inProgress)}
      onClick={() => runAction(first.id, [session])}
    >
      {first.label}
    </Button>
  );
}

/** The menu of the actions that have no button of their own. */
export function MoreActions({ session, all }: { session: Session; all: boolean }) {
  const { runAction, inProgress, first, others: rest } = useSessionActions(session);
  const others = all && first ? [first, ...rest] : rest;
  const { id, label, run } = useDuplicateCommand(session.id);
  return (
    <Menu
      trigger={
        <IconButton label={text.sessionActions.more} busy={others.some(({ id }) => id === inProgress)}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
      items={[...actionMenuEntries(others, (action) => runAction(action, [session])), { id, label, run }]}
    />
  );
}

export function FavoriteButton({ session }: { session: Session }) {
  const runAction = useAction();
  const { favorited } = session;
  return (
    <IconButton
      label={favorited ? text.sessionActions.removeFavorite : text.sessionActions.addFavorite}
      onClick={() => runAction(favorited ? "unfavorite" : "favorite", [session])}
    >
      <Star aria-hidden className={`size-4 ${favorited ? "fill-needs-dot text-needs-dot" : ""}`} />
    </IconButton>
  );
}
