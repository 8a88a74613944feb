import { Ellipsis } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useDuplicateCommand } from "../new-session/use-duplicate-command.ts";
import { actionEntries } from "../selection/action-menu.ts";
import { useActions } from "../selection/actions.store.ts";
import { actsFor } from "../selection/actions.ts";
import { useAction } from "../selection/use-action.ts";
import { foremostAct, keepsForemostBusy } from "./view-model.ts";

function useActsOn(session: Session) {
  const act = useAction();
  const underWay = useActions((state) => state.underWay.get(session.id));
  const fitting = actsFor([session]);
  const first = fitting.find(({ id }) => id === foremostAct(session));
  return { act, underWay, first, others: fitting.filter((one) => one !== first) };
}

/** What a person most likely came for. */
export function ForemostButton({ session }: { session: Session }) {
  const { act, underWay, first } = useActsOn(session);
  if (!first) return null;
  return (
    <Button size="small" busy={keepsForemostBusy(underWay)} onClick={() => act(first.id, [session])}>
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
      items={[...actionEntries(others, (one) => act(one, [session])), { id, label, run }]}
    />
  );
}
