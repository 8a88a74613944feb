import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { composerDraft } from "../composer/use-send.ts";
import { focusQuestion } from "../elicitations/use-answer-keys.ts";
import { useOpenSessions } from "../sessions/use-session-lists.ts";
import { text } from "./text.ts";

/** The next or previous session in the board's order; undefined at its ends. */
function useNeighbor({ id }: Session, step: 1 | -1): number | undefined {
  const open = useOpenSessions();
  const at = open.findIndex((session) => session.id === id);
  return at < 0 ? open[0]?.id : open[at + step]?.id;
}

/** Registers the commands of an open session that the board does not have. */
export function useSessionCommands(session: Session): void {
  const navigate = useNavigate();
  const next = useNeighbor(session, 1);
  const previous = useNeighbor(session, -1);
  const { id: own } = session;
  const commands = useMemo<readonly Command[]>(() => {
    const goTo = (id: number | undefined): void => {
      if (id !== undefined) void navigate({ to: "/sessions/$id", params: { id: String(id) } });
    };
    return [
      {
        id: "session.reply",
        label: text.commands.message,
        group: "This session",
        hotkey: "session.reply",
        keywords: "reply message follow up",
        run: () => {
          if (!focusQuestion()) document.getElementById(composerDraft(own))?.focus();
        },
      },
      {
        id: "session.next",
        label: text.commands.next,
        group: "This session",
        hotkey: "session.next",
        run: () => goTo(next),
      },
      {
        id: "session.previous",
        label: text.commands.previous,
        group: "This session",
        hotkey: "session.previous",
        run: () => goTo(previous),
      },
    ];
  }, [navigate, own, next, previous]);
  useRegisterCommands("session", commands);
}
