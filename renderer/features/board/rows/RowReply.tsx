import { useEffect, useRef } from "react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { ReplyInPlace } from "../../reply/ReplyInPlace.tsx";
import { hasQuestion } from "../../selection/actions.ts";
import { replyInRow } from "./replying.store.ts";

const close = (): void => replyInRow(null);

/** Gives the focus back to the row once the reply is gone, unless something else has it. */
function useFocusBack(id: number): void {
  useEffect(
    () => () => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body)
        document.querySelector<HTMLElement>(`[data-session="${id}"] a`)?.focus({ preventScroll: true });
    },
    [id],
  );
}

/** Answers a session in its row of the board; closes once its question is answered, here or elsewhere. */
export function RowReply({ session }: { session: Session }) {
  const isAsking = hasQuestion(session);
  const wasAsking = useRef(isAsking);
  useEffect(() => {
    if (wasAsking.current && !isAsking) close();
    wasAsking.current = isAsking;
  }, [isAsking]);
  useFocusBack(session.id);
  return <ReplyInPlace session={session} onSent={close} onClose={close} />;
}
