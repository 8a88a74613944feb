import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { loadChunk } from "../../../lib/lazy-component.ts";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { actionsFor } from "../../selection/actions.ts";
import { useSessionMenu } from "../../selection/session-menu.store.ts";
import { useAction } from "../../selection/use-action.ts";
import type { WatchSwipes } from "./watch-swipes.ts";

/** On a touch screen a swipe across a row archives or snoozes its session. The code is loaded only there. */
export function useSwipes(holder: RefObject<HTMLElement | null>, sessions: readonly Session[]): void {
  const isTouch = useMediaQuery("(pointer: coarse)");
  const runAction = useAction();
  const latest = useRef({ sessions, runAction });
  useLayoutEffect(() => {
    latest.current = { sessions, runAction };
  });
  useEffect(() => {
    const list = holder.current;
    if (!isTouch || !list) return;
    let isOver = false;
    let stop = (): void => undefined;
    const start = (watchSwipes: WatchSwipes): void => {
      if (isOver) return;
      stop = watchSwipes(list, (wanted, id) => {
        // A long press opened the menu, and the finger moved on.
        if (useSessionMenu.getState().open !== null) return;
        const session = latest.current.sessions.find((one) => one.id === id);
        const fits = session && actionsFor([session]).some((one) => one.id === wanted);
        if (session && fits) latest.current.runAction(wanted, [session]);
      });
    };
    loadChunk(async () => (await import("./watch-swipes.ts")).watchSwipes).then(start, () => undefined);
    return () => {
      isOver = true;
      stop();
    };
  }, [holder, isTouch]);
}
