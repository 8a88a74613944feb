import { Ellipsis, Star } from "lucide-react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu, type MenuItem } from "../../../ui/Menu.tsx";
import { actionMenuEntries } from "../../selection/action-menu.ts";
import { actionsFor } from "../../selection/actions.ts";
import { changeSelection, toggle } from "../../selection/selection.store.ts";
import { useAction } from "../../selection/use-action.ts";

const quiet =
  "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100";

function StarButton({ session, act }: { session: Session; act: ReturnType<typeof useAction> }) {
  const { favorited, title } = session;
  return (
    <IconButton
      label={favorited ? `Remove “${title}” from favorites` : `Add “${title}” to favorites`}
      aria-pressed={favorited}
      className={`max-lg:hidden ${favorited ? "" : quiet}`}
      onClick={() => act(favorited ? "unfavorite" : "favorite", [session])}
    >
      <Star aria-hidden className={`size-3.5 ${favorited ? "fill-needs-dot text-needs-dot" : ""}`} />
    </IconButton>
  );
}

const shareEntries = ({ id }: Session): MenuItem[] => [
  {
    id: "select",
    label: "Select",
    hotkey: "board.select",
    run: () => changeSelection((held) => toggle(held, id)),
  },
  {
    id: "link",
    label: "Copy link",
    run: () => void navigator.clipboard.writeText(`${location.origin}/sessions/${id}`),
  },
];

/** The star and everything else that can be done with one session. */
export function RowButtons({ session }: { session: Session }) {
  const act = useAction();
  const entries = actionMenuEntries(actionsFor([session]), (id) => act(id, [session]));
  return (
    <span className="relative z-10 flex shrink-0 items-center">
      <StarButton session={session} act={act} />
      <Menu
        trigger={
          <IconButton label={`Actions for “${session.title}”`} className={quiet}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
        items={[...shareEntries(session), ...entries]}
      />
    </span>
  );
}
