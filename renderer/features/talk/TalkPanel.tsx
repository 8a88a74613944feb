import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Settings, X } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { LiveConversation } from "../../../server/domains/live/conversations/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { popups } from "../../lib/keyboard.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useAvailability, useShownConversation } from "./api.ts";
import { endCall, followSettings, interrupt, startCall, yieldTo } from "./call.ts";
import { isOpen } from "./conversation-state.ts";
import { HighlightedSessions } from "./HighlightedSessions.tsx";
import { TalkComposer } from "./TalkComposer.tsx";
import { TalkControls } from "./TalkControls.tsx";
import { TalkProblems } from "./TalkProblems.tsx";
import { TalkTranscript } from "./TalkTranscript.tsx";
import { setTalk, useTalk } from "./talk.store.ts";
import { text } from "./text.ts";
import { useHoldToTalk } from "./use-hold-to-talk.ts";

/** They take Esc for themselves. */

/** Esc stops the voice, and a second one ends the call. Without a call, it closes the panel from inside. */
function useEscape(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let isForPopup = false;
    // It may be gone from the page by the time that the key gets to `onKey`.
    const onCapture = (): void => {
      isForPopup = document.querySelector(popups) !== null;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || isForPopup) return;
      const inCall = useTalk.getState().phase !== "off";
      if (!inCall && panel.current?.contains(document.activeElement) !== true) return;
      event.preventDefault();
      if (interrupt()) return;
      if (inCall) endCall();
      else setTalk({ open: false });
    };
    addEventListener("keydown", onCapture, true);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onCapture, true);
      removeEventListener("keydown", onKey);
    };
  }, [panel]);
}

const longestHiddenMs = 120_000;

/** Leaving the page, or not looking at it for long, lets the microphone go: a locked phone hides its pages. */
function useRelease(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => endCall();
    const onVisibility = (): void => {
      clearTimeout(timer);
      if (!document.hidden || useTalk.getState().phase === "off") return;
      timer = setTimeout(() => endCall(text.problems.hidden), longestHiddenMs);
    };
    addEventListener("pagehide", end);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", end);
      document.removeEventListener("visibilitychange", onVisibility);
      endCall();
    };
  }, []);
}

/** Where there is no room for both, the panel gives way to its settings, but not in the middle of a call. */
function SettingsLink() {
  const inCall = useTalk(({ phase }) => phase !== "off");
  const isNarrow = useMediaQuery("(width < 64rem)");
  if (isNarrow && inCall) return null;
  return (
    <Link
      to="/settings/$section"
      params={{ section: "live" }}
      aria-label={text.settings}
      title={text.settings}
      onClick={() => isNarrow && setTalk({ open: false })}
      className="grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:size-10"
    >
      <Settings aria-hidden className="size-4" />
    </Link>
  );
}

/** An open call follows the settings, whoever changed them. */
function useFollowSettings(): void {
  const changes = useTalk(({ settingsChanges }) => settingsChanges);
  useEffect(() => {
    if (changes === 0) return;
    followSettings().catch((error: unknown) => setTalk({ notice: errorMessages(error).join(" ") }));
  }, [changes]);
}

/** The system-wide shortcut of the desktop app starts a call, or ends the one that is open. */
function useCallWish(conversation: LiveConversation | null | undefined, onChanged: () => void): void {
  const isWished = useTalk(({ callWish }) => callWish);
  useEffect(() => {
    if (!isWished || conversation === undefined) return;
    setTalk({ callWish: false });
    if (useTalk.getState().phase !== "off") return endCall();
    void startCall(isOpen(conversation) ? conversation.id : null, null).finally(onChanged);
  }, [isWished, conversation, onChanged]);
}

/** Live mode beside the page: the conversation, the microphone and the field to type in. */
export function TalkPanel() {
  const client = useQueryClient();
  const availability = useAvailability(true);
  const { data: conversation, error } = useShownConversation(true);
  const panel = useRef<HTMLElement>(null);
  useEscape(panel);
  useHoldToTalk();
  useRelease();
  useFollowSettings();
  useEffect(() => {
    if (conversation) yieldTo(conversation);
  }, [conversation]);
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: ["live_conversation"] }),
    [client],
  );
  const reasons = availability.data?.available === false ? availability.data.reasons : [];
  useCallWish(availability.data?.available === true ? conversation : undefined, refresh);
  const failed = error ?? availability.error;
  return (
    <aside
      ref={panel}
      aria-label={text.title}
      className="fixed inset-0 z-30 flex flex-col bg-surface md:start-auto md:w-96 md:shrink-0 md:border-s md:border-line md:shadow-xl 2xl:static 2xl:z-auto 2xl:shadow-none"
    >
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line ps-4 pe-2">
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{text.title}</h2>
        <SettingsLink />
        <IconButton label={text.close} onClick={() => setTalk({ open: false })}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </header>
      <TalkTranscript conversation={conversation ?? null} />
      <TalkProblems
        reasons={reasons}
        warning={availability.data?.warning ?? null}
        failure={failed ? errorMessages(failed).join(" ") : null}
      />
      {reasons.length === 0 && (
        <footer className="flex flex-col gap-3 border-t border-line p-3">
          <TalkControls conversation={conversation} onChanged={refresh} />
          <TalkComposer conversation={conversation ?? null} onSent={refresh} />
        </footer>
      )}
      <HighlightedSessions conversation={conversation ?? null} />
    </aside>
  );
}
