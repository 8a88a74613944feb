import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { shortDateTime, useMinute } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { type ActionId, actionsFor } from "../selection/actions.ts";
import { useAction } from "../selection/use-action.ts";
import { text } from "./text.ts";

function stateText({ effective_visibility, snoozed_until }: Session, now: Date): string {
  if (effective_visibility === "hidden") return text.visibility.hidden;
  if (effective_visibility === "visible" || snoozed_until === null) return text.visibility.shown;
  return text.visibility.snoozed(shortDateTime(new Date(snoozed_until), now));
}

const offered: readonly ActionId[] = ["show", "snooze", "hide"];

/** Whether the session is shown on the board. Hiding does not stop it. */
export function Visibility({ session }: { session: Session }) {
  const runAction = useAction();
  const now = new Date(useMinute());
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-soft">{text.visibility.note(stateText(session, now))}</p>
      <div className="flex flex-wrap gap-2">
        {actionsFor([session])
          .filter(({ id }) => offered.includes(id))
          .map(({ id, label }) => (
            <Button key={id} size="small" onClick={() => runAction(id, [session])}>
              {label}
            </Button>
          ))}
      </div>
    </div>
  );
}
