import { Ellipsis, Star } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useDuplicateCommand } from "../new-session/use-duplicate-command.ts";
import { actionMenuEntries } from "../selection/action-menu.ts";
import { useActions } from "../selection/actions.store.ts";
import { actionsFor } from "../selection/actions.ts";
import { useAction } from "../selection/use-action.ts";
import { isPrimaryActionBusy, primaryAction } from "./view-model.ts";

function useActsOn(session: Session) {
  const act = useAction();
  const underWay = useActions((state) => state.inProgress.get(session.id));
  const fitting = actionsFor([session]);
  const first = fitting.find(({ id }) => id === primaryAction(session));
  return { act, underWay, first, others: fitting.filter((one) => one !== first) };
}

/** What a person most likely came for. */
export function PrimaryActionButton({ session }: { session: Session }) {
  const { act, underWay, first } = useActsOn(session);
  if (!first) return null;
  return (
    <Button size="small" busy={isPrimaryActionBusy(underWay)} onClick={() => act(first.id, [session])}>
      {first.label}
    </Button>
  );
}

/** Everything else that can be done with the session. */
export function MoreActions({ session }: { session: Session }) {
  const { act, underWay, others } = useActsOn(session);
  const { id, label, run } = useDuplicateCommand(session.id);
  return (
    <Menu
      trigger={
        <IconButton label="More actions" busy={others.some(({ id }) => id === underWay)}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
      items={[...actionMenuEntries(others, (one) => act(one, [session])), { id, label, run }]}
    />
  );
}

export function FavoriteButton({ session }: { session: Session }) {
  const act = useAction();
  const { favorited } = session;
  return (
    <IconButton
      label={favorited ? "Remove from favorites" : "Add to favorites"}
      onClick={() => act(favorited ? "unfavorite" : "favorite", [session])}
    >
      <Star aria-hidden className={`size-4 ${favorited ? "fill-needs-dot text-needs-dot" : ""}`} />
    </IconButton>
  );
}
