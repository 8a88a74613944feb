import { ChevronDown } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { actionMenuEntries } from "../selection/action-menu.ts";
import { actionsFor, attentionActions } from "../selection/actions.ts";
import { useAction } from "../selection/use-action.ts";
import { text } from "./text.ts";

/** Corrects what a session that stopped waits for. */
export function AttentionMenu({ session }: { session: Session }) {
  const runAction = useAction();
  const available = actionsFor([session]).filter(({ id }) => attentionActions.some((known) => known === id));
  if (available.length === 0 || session.attention === null) return null;
  return (
    <Menu
      trigger={
        <IconButton
          label={text.sessionHeader.correct}
          title={session.attention.reason}
          className="-ms-2 size-6 max-md:-ms-1"
        >
          <ChevronDown aria-hidden className="size-3.5" />
        </IconButton>
      }
      items={actionMenuEntries(available, (action) => runAction(action, [session]))}
    />
  );
}
