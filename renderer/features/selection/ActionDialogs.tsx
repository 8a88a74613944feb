import { useQueryClient } from "@tanstack/react-query";
import { useMatchRoute, useNavigate } from "@tanstack/react-router";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useManaging } from "../categories/categories.store.ts";
import { ManageCategoriesDialog } from "../categories/ManageCategoriesDialog.tsx";
import { boardAsLeft } from "../sessions/left-board.store.ts";
import { type SessionDetails, sessionKeys } from "../sessions/session-cache.ts";
import { ArchiveRefusalsDialog } from "./ArchiveRefusalsDialog.tsx";
import { useActions } from "./actions.store.ts";
import { describeSessions } from "./actions.ts";
import { deletePermanently } from "./run-action.ts";
import { SetCategoryDialog } from "./SetCategoryDialog.tsx";
import { SnoozeDialog } from "./SnoozeDialog.tsx";
import { text } from "./text.ts";

const close = (): void => useActions.setState({ confirming: null });

/** Goes to the board if the page of the session is open. */
function useLeave(): (id: number) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useMatchRoute()({ to: "/sessions/$id" });
  return async (id) => {
    if (open === false) return;
    const shown = client.getQueryData<SessionDetails>(sessionKeys.detail(open.id));
    if (shown?.session.id === id) await navigate({ to: "/", search: boardAsLeft() });
  };
}

/** To confirm, a person types the number of one session, or how many sessions there are. */
function mustType(sessions: readonly Session[]): NonNullable<Confirmation["mustType"]> {
  const [first] = sessions;
  if (sessions.length === 1 && first) return { text: String(first.id), hint: text.deletion.typeNumber };
  return { text: String(sessions.length), hint: text.deletion.typeCount };
}

function useDeletion(sessions: readonly Session[] | null): Confirmation | null {
  const client = useQueryClient();
  const leave = useLeave();
  if (sessions === null) return null;
  return {
    title: text.deletion.title(describeSessions(sessions)),
    description: text.deletion.description(sessions.length),
    actionLabel: text.deletion.confirm(sessions.length),
    mustType: mustType(sessions),
    run: () => deletePermanently(client, sessions, leave),
  };
}

/** The dialogs that actions may open, wherever they were started. */
export function ActionDialogs() {
  const confirming = useActions((state) => state.confirming);
  const managing = useManaging(({ open }) => open);
  const deletion = useDeletion(confirming?.action === "delete" ? confirming.sessions : null);
  return (
    <>
      {confirming?.action === "snooze" && <SnoozeDialog sessions={confirming.sessions} onClose={close} />}
      {confirming?.action === "set_category" && (
        <SetCategoryDialog sessions={confirming.sessions} onClose={close} />
      )}
      {managing && <ManageCategoriesDialog />}
      <ConfirmDialog confirmation={deletion} onClose={close} />
      <ArchiveRefusalsDialog />
    </>
  );
}
