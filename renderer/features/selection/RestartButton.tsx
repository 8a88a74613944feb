import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { useAwayReason } from "../../lib/connection.ts";
import { Button } from "../../ui/Button.tsx";
import { useActions } from "./actions.store.ts";
import { text } from "./text.ts";
import { useAction } from "./use-action.ts";

interface Props {
  session: Session;
  /** "Restart" by default. */
  label?: string | undefined;
}

/** Restarts a session, beside the explanation why it does not move. */
export function RestartButton({ session, label }: Props) {
  const runAction = useAction();
  const inProgress = useActions((state) => state.inProgress.get(session.id));
  const away = useAwayReason();
  return (
    <Button
      size="small"
      busy={inProgress === "restart"}
      disabled={away !== null}
      title={away ?? undefined}
      onClick={() => runAction("restart", [session])}
    >
      {label ?? text.actions.restart.label}
    </Button>
  );
}
