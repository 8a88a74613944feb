import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { shortDateTime, useMinute } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { type ActionId, actionsFor } from "../selection/actions.ts";
import { useAction } from "../selection/use-action.ts";

function sentence({ effective_visibility, snoozed_until }: Session, now: Date): string {
  if (effective_visibility === "hidden") return "Hidden from the board.";
  if (effective_visibility === "visible" || snoozed_until === null) return "Shown on the board.";
  return `Snoozed until ${shortDateTime(new Date(snoozed_until), now)}.`;
}

const offered: readonly ActionId[] = ["show", "snooze", "hide"];

/** Whether the session stands on the board; it runs all the same. */
export function Visibility({ session }: { session: Session }) {
  const act = useAction();
  const now = new Date(useMinute());
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-soft">{sentence(session, now)} The agent keeps working.</p>
      <div className="flex flex-wrap gap-2">
        {actionsFor([session])
          .filter(({ id }) => offered.includes(id))
          .map(({ id, label }) => (
            <Button key={id} size="small" onClick={() => act(id, [session])}>
              {label}
            </Button>
          ))}
      </div>
    </div>
  );
}
