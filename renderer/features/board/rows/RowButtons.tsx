import { Ellipsis, Star } from "lucide-react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu, type MenuItem } from "../../../ui/Menu.tsx";
import { actionMenuEntries } from "../../selection/action-menu.ts";
import { actionsFor } from "../../selection/actions.ts";
import { changeSelection, toggle } from "../../selection/selection.store.ts";
import { useAction } from "../../selection/use-action.ts";
import { text } from "./text.ts";

const revealed =
  "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100";

function StarButton({ session, runAction }: { session: Session; runAction: ReturnType<typeof useAction> }) {
  const { favorited, title } = session;
  return (
    <IconButton
      label={favorited ? text.removeFavorite(title) : text.addFavorite(title)}
      aria-pressed={favorited}
      className={`max-lg:hidden ${favorited ? "" : revealed}`}
      onClick={() => runAction(favorited ? "unfavorite" : "favorite", [session])}
    >
      <Star aria-hidden className={`size-3.5 ${favorited ? "fill-needs-dot text-needs-dot" : ""}`} />
    </IconButton>
  );
}

const shareEntries = ({ id }: Session): MenuItem[] => [
  {
    id: "select",
    label: text.menu.select,
    hotkey: "board.select",
    run: () => changeSelection((selection) => toggle(selection, id)),
  },
  {
    id: "link",
    label: text.menu.copyLink,
    run: () => void navigator.clipboard.writeText(`${location.origin}/sessions/${id}`),
  },
];

/** The star and the menu of actions of one session. */
export function RowButtons({ session }: { session: Session }) {
  const runAction = useAction();
  const entries = actionMenuEntries(actionsFor([session]), (id) => runAction(id, [session]));
  return (
    <span className="relative z-10 flex shrink-0 items-center">
      <StarButton session={session} runAction={runAction} />
      <Menu
        trigger={
          <IconButton label={text.actions(session.title)} className={revealed}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
        items={[...shareEntries(session), ...entries]}
      />
    </span>
  );
}
