import { useQueryClient } from "@tanstack/react-query";
import { useMatchRoute, useNavigate } from "@tanstack/react-router";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { type SessionDetails, sessionKeys } from "../sessions/session-cache.ts";
import { ArchiveRefusalsDialog } from "./ArchiveRefusalsDialog.tsx";
import { useActions } from "./actions.store.ts";
import { describeSessions } from "./actions.ts";
import { deletePermanently } from "./run-action.ts";
import { SnoozeDialog } from "./SnoozeDialog.tsx";

const close = (): void => useActions.setState({ confirming: null });

/** Goes to the board when it is this session's page that is open. */
function useLeave(): (id: number) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useMatchRoute()({ to: "/sessions/$id" });
  return async (id) => {
    if (open === false) return;
    const shown = client.getQueryData<SessionDetails>(sessionKeys.detail(open.id));
    if (shown?.session.id === id) await navigate({ to: "/" });
  };
}

/** The number of the one, or how many they are. */
function typedFor(sessions: readonly Session[]): NonNullable<Confirmation["mustType"]> {
  const [first] = sessions;
  if (sessions.length === 1 && first) return { text: String(first.id), hint: "The session number." };
  return { text: String(sessions.length), hint: "The number of selected sessions." };
}

function useDeletion(sessions: readonly Session[] | null): Confirmation | null {
  const client = useQueryClient();
  const leave = useLeave();
  if (sessions === null) return null;
  const whose = sessions.length === 1 ? "its transcript, its clone" : "their transcripts, their clones";
  return {
    title: `Delete ${describeSessions(sessions)} permanently?`,
    description: `This also deletes ${whose}, scratch folders and attachments. Unpushed work is lost. You cannot undo this.`,
    actionLabel: sessions.length === 1 ? "Delete it" : `Delete all ${sessions.length}`,
    mustType: typedFor(sessions),
    run: () => deletePermanently(client, sessions, leave),
  };
}

/** Every question that an act may have, wherever the act was begun. */
export function ActionDialogs() {
  const asked = useActions((state) => state.confirming);
  const deletion = useDeletion(asked?.act === "delete" ? asked.sessions : null);
  return (
    <>
      {asked?.act === "snooze" && <SnoozeDialog sessions={asked.sessions} onClose={close} />}
      <ConfirmDialog confirmation={deletion} onClose={close} />
      <ArchiveRefusalsDialog />
    </>
  );
}
