import { useEffect } from "react";
import { isTyping } from "../../lib/keyboard.ts";
import { letGo, press } from "./call.ts";
import { isHandsFree, useTalk } from "./talk.store.ts";

/** Hold Space to talk, in the capture phase, because dialogs and buttons take Space too. Losing the window releases it. */
export function useHoldToTalk(): void {
  useEffect(() => {
    const isOurs = (event: KeyboardEvent): boolean => {
      const talk = useTalk.getState();
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      const isHeldToTalk = talk.phase === "live" && !isHandsFree(talk);
      return event.code === "Space" && plain && isHeldToTalk && !isTyping(event.target);
    };
    const onDown = (event: KeyboardEvent): void => {
      if (!isOurs(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) press();
    };
    const onUp = (event: KeyboardEvent): void => {
      if (event.code !== "Space" || !useTalk.getState().held) return;
      event.preventDefault();
      event.stopPropagation();
      letGo();
    };
    addEventListener("keydown", onDown, true);
    addEventListener("keyup", onUp, true);
    addEventListener("blur", letGo);
    return () => {
      removeEventListener("keydown", onDown, true);
      removeEventListener("keyup", onUp, true);
      removeEventListener("blur", letGo);
    };
  }, []);
}
