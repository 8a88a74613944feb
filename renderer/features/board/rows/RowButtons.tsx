import { Ellipsis, Star } from "lucide-react";
import type { KeyboardEvent, MouseEvent } from "react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { type OpenedBy, openedByKey } from "../../../ui/LazyPopup.tsx";
import { openSessionMenu, useSessionMenu } from "../../selection/session-menu.store.ts";
import { useAction } from "../../selection/use-action.ts";
import { text } from "./text.ts";

const revealed =
  "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100";

function StarButton({ session }: { session: Session }) {
  const runAction = useAction();
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

function MenuButton({ session }: { session: Session }) {
  const isOpen = useSessionMenu(
    ({ open }) => open?.anchor instanceof Element && open.sessions[0]?.id === session.id,
  );
  const show = (button: HTMLElement, by: OpenedBy): void =>
    openSessionMenu({ sessions: [session], anchor: button, from: button, selectable: true, by });
  return (
    <IconButton
      label={text.actions(session.title)}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      className={revealed}
      // A click by Enter or Space has detail 0.
      onClick={({ currentTarget, detail }: MouseEvent<HTMLElement>) =>
        show(currentTarget, detail === 0 ? "down" : "pointer")
      }
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        const by = openedByKey[event.key];
        if (by === undefined) return;
        event.preventDefault();
        show(event.currentTarget, by);
      }}
    >
      <Ellipsis aria-hidden className="size-4" />
    </IconButton>
  );
}

/** The star and the button for the menu of one session. */
export function RowButtons({ session }: { session: Session }) {
  return (
    <span className="relative z-10 flex shrink-0 items-center">
      <StarButton session={session} />
      <MenuButton session={session} />
    </span>
  );
}
