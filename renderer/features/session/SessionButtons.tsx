import { Ellipsis } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { actEntries } from "../selection/act-entries.ts";
import { useActs } from "../selection/acts.store.ts";
import { actsFor } from "../selection/acts.ts";
import { useAct } from "../selection/use-act.ts";
import { foremostAct } from "./view-model.ts";

/** Everything that can be done with the session, what a person most likely came for in front. */
export function SessionButtons({ session }: { session: Session }) {
  const act = useAct();
  const underWay = useActs((state) => state.underWay.get(session.id));
  const fitting = actsFor([session]);
  const first = fitting.find(({ id }) => id === foremostAct(session));
  const others = fitting.filter((one) => one !== first);
  return (
    <div className="flex shrink-0 items-center gap-1">
      {first && (
        <Button size="small" busy={underWay === first.id} onClick={() => act(first.id, [session])}>
          {first.label}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label="More actions" busy={others.some(({ id }) => id === underWay)}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
        entries={actEntries(others, (id) => act(id, [session]))}
      />
    </div>
  );
}
