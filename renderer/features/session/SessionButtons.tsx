import { Ellipsis } from "lucide-react";
import { useMemo } from "react";
import type { SessionStatus } from "../../../server/domains/sessions/model.ts";
import { type Command, useOfferCommands } from "../../lib/commands.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { SessionActions } from "./use-session-actions.ts";
import { actionsFor, isForemost } from "./view-model.ts";

/** The same actions in the palette and under their keys. */
function useSessionCommands(status: SessionStatus, run: SessionActions["run"]): void {
  const commands = useMemo(
    () =>
      actionsFor(status).map(
        ({ id, label, shortcut }): Command => ({
          id: `session.${id}`,
          label: `${label} this session`,
          group: "This session",
          ...(shortcut !== undefined && { shortcut }),
          run: () => run(id),
        }),
      ),
    [status, run],
  );
  useOfferCommands("session", commands);
}

export function SessionButtons({ status, actions }: { status: SessionStatus; actions: SessionActions }) {
  const { run, busy } = actions;
  useSessionCommands(status, run);
  const rules = actionsFor(status);
  const [first] = rules.filter((rule) => isForemost(rule, status));
  const entries = rules
    .filter((rule) => rule !== first)
    .map(({ id, label, shortcut, dangerous }) => ({ id, label, shortcut, dangerous, run: () => run(id) }));
  return (
    <div className="flex shrink-0 items-center gap-1">
      {first && (
        <Button size="small" busy={busy === first.id} onClick={() => run(first.id)}>
          {first.label}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label="More actions" busy={busy !== null && busy !== first?.id}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
        entries={entries}
      />
    </div>
  );
}
