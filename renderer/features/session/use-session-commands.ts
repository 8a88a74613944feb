import { useNavigate } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { composerDraft } from "../composer/use-send.ts";
import { focusQuestion } from "../elicitations/use-answer-keys.ts";
import { useActions } from "../selection/actions.store.ts";
import { changeSelection } from "../selection/selection.store.ts";
import { boardAsLeft, neighborOf, useLeftBoard } from "../sessions/left-board.store.ts";
import { useOpenSessions } from "../sessions/use-session-lists.ts";
import { text } from "./text.ts";

/** The board lights this session when the person is back. */
const makeCurrent = (id: number): void => changeSelection((before) => ({ ...before, current: id }));

/** The sessions before and after this one in the view that the person came from. */
function useNeighbors({ id }: Session): { next: number | undefined; previous: number | undefined } {
  const sessions = useOpenSessions();
  const board = useLeftBoard();
  const of = { ...board, open: sessions.map((session) => session.id) };
  return { next: neighborOf(id, 1, of), previous: neighborOf(id, -1, of) };
}

/** After a person archived the session of this page, the next one of the view is shown, or the view itself after the last. */
function useMoveOn({ id, status }: Session, next: number | undefined): void {
  const navigate = useNavigate();
  const kept = useRef(next);
  useLayoutEffect(() => {
    // It leaves the open sessions before it is archived, and has no next one among them then.
    if (status !== "archived") kept.current = next;
  }, [status, next]);
  useEffect(
    () =>
      useActions.subscribe(({ archived }, before) => {
        if (archived === before.archived || !archived.includes(id)) return;
        // Whoever came by its address has no view to go on with.
        if (!useLeftBoard.getState().order.includes(id)) return;
        const to = kept.current;
        if (to === undefined) void navigate({ to: "/", search: boardAsLeft() });
        else void navigate({ to: "/sessions/$id", params: { id: String(to) } });
      }),
    [id, navigate],
  );
}

/** Registers the commands of an open session that the board does not have. */
export function useSessionCommands(session: Session): void {
  const navigate = useNavigate();
  const { next, previous } = useNeighbors(session);
  useMoveOn(session, next);
  useEffect(() => makeCurrent(session.id), [session.id]);
  const { id: own } = session;
  const commands = useMemo<readonly Command[]>(() => {
    const goTo = (id: number | undefined): void => {
      if (id === undefined) return;
      makeCurrent(id);
      void navigate({ to: "/sessions/$id", params: { id: String(id) } });
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
