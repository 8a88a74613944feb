import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { useActions } from "./actions.store.ts";
import { useAction } from "./use-action.ts";

/** Restarts a session from where it is told why it stands still. */
export function RestartButton({ session }: { session: Session }) {
  const act = useAction();
  const underWay = useActions((state) => state.inProgress.get(session.id));
  return (
    <Button size="small" busy={underWay === "restart"} onClick={() => act("restart", [session])}>
      Restart
    </Button>
  );
}
