import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { sentencesOf } from "../../lib/api-error.ts";
import type { Confirmation } from "../../ui/ConfirmDialog.tsx";
import {
  archiveSession,
  deleteSession,
  pauseSession,
  refreshSession,
  restartSession,
  sleepSession,
  unarchiveSession,
} from "../sessions/api.ts";
import { keepAnswer } from "../sessions/keep-answer.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { dropSession } from "../sessions/session-cache.ts";
import { type ActionId, archiveOverride } from "./view-model.ts";

const plainActs = {
  pause: pauseSession,
  restart: restartSession,
  sleep: sleepSession,
  refresh: refreshSession,
} as const;

const said = {
  pause: "Paused",
  restart: "Restarted",
  sleep: "Will sleep",
  refresh: "Read again",
} satisfies Record<keyof typeof plainActs, string>;

const refused = (title: string) => (error: unknown) =>
  void toast.error(title, { description: sentencesOf(error).join(" ") });

/** Everything a person can do with one session, with what has to be asked first. */
export function useSessionActions(session: Session) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ act }: { id: ActionId; act: () => Promise<unknown> }) => act(),
  });
  const { id, title } = session;

  const acts = useMemo(() => {
    const unarchive = async (): Promise<void> => {
      const { clone_restored } = await keepAnswer(client, () => unarchiveSession(id));
      toast.success(
        "Unarchived",
        clone_restored ? {} : { description: "Its clone is made anew when it next runs." },
      );
    };
    const undo = (): void => void unarchive().catch(refused("It could not be unarchived"));
    const archive = async (override = {}): Promise<void> => {
      await keepAnswer(client, () => archiveSession(id, override));
      toast.success(`Archived “${title}”`, { duration: 10_000, action: { label: "Undo", onClick: undo } });
    };
    const archiveOrAsk = async (): Promise<void> => {
      try {
        await archive();
      } catch (error) {
        const offer = archiveOverride(error);
        if (!offer) throw error;
        setAsked({ ...offer, run: () => archive(offer.override) });
      }
    };
    const remove = async (): Promise<void> => {
      await deleteSession(id);
      liveSessions.learn(id, null);
      await navigate({ to: "/" });
      dropSession(client, id);
      toast.success(`Deleted “${title}”`);
    };
    const askToRemove = async (): Promise<void> =>
      setAsked({
        title: "Delete this session for good?",
        text: `“${title}” goes with its transcript, its clone, its scratch folder and its attachments. Work that was not pushed is lost. This cannot be undone.`,
        act: "Delete it",
        run: remove,
      });
    const plain = (name: keyof typeof plainActs) => async (): Promise<void> => {
      await keepAnswer(client, () => plainActs[name](id));
      toast.success(said[name]);
    };
    return {
      pause: plain("pause"),
      restart: plain("restart"),
      sleep: plain("sleep"),
      refresh: plain("refresh"),
      archive: archiveOrAsk,
      unarchive,
      delete: askToRemove,
    } satisfies Record<ActionId, () => Promise<void>>;
  }, [client, id, title, navigate]);

  const run = useMemo(
    () => (name: ActionId) =>
      mutate({ id: name, act: acts[name] }, { onError: refused("That did not work") }),
    [mutate, acts],
  );
  return { run, busy: isPending ? (variables?.id ?? null) : null, asked, close: () => setAsked(null) };
}

export type SessionActions = ReturnType<typeof useSessionActions>;
