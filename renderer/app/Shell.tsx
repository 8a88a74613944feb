import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useMatchRoute, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { FirstRunGate } from "../features/first-run/FirstRunGate.tsx";
import { useAnnouncements } from "../features/inbox/use-announcements.ts";
import { useLiveUpdates } from "../features/live/use-live-updates.ts";
import {
  closeNewSession,
  newSessionAt,
  openNewSession,
  useNewSession,
} from "../features/new-session/new-session.store.ts";
import { SessionActionDialogs } from "../features/selection/SessionActionDialogs.tsx";
import { SessionMenu } from "../features/selection/SessionMenu.tsx";
import { useNeedsYouCount } from "../features/sessions/use-session-lists.ts";
import { useAppearance } from "../features/settings/appearance/appearance.store.ts";
import { toggleCall, useTalk } from "../features/talk/talk.store.ts";
import { noteTranscript } from "../features/transcript/use-transcript.ts";
import { type PendingStep, resolveKeyPress, useCommands } from "../lib/commands.ts";
import { useConfirmations } from "../lib/confirmations.ts";
import { desktopShell } from "../lib/desktop.ts";
import { isTyping } from "../lib/keyboard.ts";
import { lazyComponent } from "../lib/lazy-component.ts";
import { usePageTitle, windowTitle } from "../lib/page-title.ts";
import { LazyBoundary } from "../ui/LazyBoundary.tsx";
import { useToasts } from "../ui/toasts.ts";
import { useEverTrue } from "../ui/use-ever-true.ts";
import { GlobalBanners } from "./GlobalBanners.tsx";
import { SideBar, TabBar } from "./Navigation.tsx";
import { hideOverlay, useShell } from "./shell.store.ts";
import { text } from "./text.ts";
import { useAppCommands } from "./use-app-commands.ts";
import { useTypeAhead } from "./use-type-ahead.ts";

const CommandPalette = lazyComponent(async () => (await import("./CommandPalette.tsx")).CommandPalette);
const ToastList = lazyComponent(async () => (await import("../ui/ToastList.tsx")).ToastList);
const NewSessionDialog = lazyComponent(
  async () => (await import("../features/new-session/NewSessionDialog.tsx")).NewSessionDialog,
  "preload",
);
const Confirmations = lazyComponent(
  async () => (await import("../features/confirmations/Confirmations.tsx")).Confirmations,
);
const TalkPanel = lazyComponent(async () => (await import("../features/talk/TalkPanel.tsx")).TalkPanel);
const ShortcutsDialog = lazyComponent(async () => (await import("./ShortcutsDialog.tsx")).ShortcutsDialog);

function Overlays() {
  const overlay = useShell((state) => state.overlay);
  return (
    <LazyBoundary>
      {(overlay === "palette" || overlay === "router") && (
        <CommandPalette routes={overlay === "router"} onClose={hideOverlay} />
      )}
      {overlay === "shortcuts" && <ShortcutsDialog onClose={hideOverlay} />}
    </LazyBoundary>
  );
}

function NewSession() {
  const isNeeded = useEverTrue(useNewSession(({ start }) => start !== null));
  return <LazyBoundary>{isNeeded && <NewSessionDialog />}</LazyBoundary>;
}

/** Live mode stays beside the page while one moves between pages. */
function TalkBeside() {
  const open = useTalk((state) => state.open);
  return <LazyBoundary>{open && <TalkPanel />}</LazyBoundary>;
}

function Toasts() {
  const theme = useAppearance((state) => state.theme);
  const isNeeded = useToasts((state) => state.isNeeded);
  return <LazyBoundary>{isNeeded && <ToastList theme={theme} />}</LazyBoundary>;
}

function Live() {
  const client = useQueryClient();
  useLiveUpdates({
    onTranscript: useCallback(
      (sessionId, lineCount) => noteTranscript(client, sessionId, lineCount),
      [client],
    ),
    onAnnouncement: useAnnouncements(),
  });
  return null;
}

function ConfirmationDialogs() {
  const isNeeded = useEverTrue(useConfirmations(({ waiting }) => waiting.length > 0));
  return <LazyBoundary>{isNeeded && <Confirmations />}</LazyBoundary>;
}

const isCovered = (): boolean =>
  useShell.getState().overlay !== null || useNewSession.getState().start !== null;

/** Runs the command of a shortcut. Few work in text fields, and none under an overlay. */
function useCommandKeys(): void {
  useEffect(() => {
    let pendingStep: PendingStep | null = null;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || isCovered()) return;
      const typing = isTyping(event.target);
      // The time of the key press, since a busy page handles it later.
      const found = resolveKeyPress(useCommands.getState(), {
        event,
        pendingStep,
        now: event.timeStamp,
        typing,
      });
      pendingStep = found.pendingStep;
      if (!found.command) return;
      event.preventDefault();
      found.command.run();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Updates the title of the window. Returns the title of the page, to be announced when it changes. */
function useWindowTitle(): string | null {
  const title = usePageTitle((page) => page.title);
  const asking = useNeedsYouCount();
  useEffect(() => {
    document.title = windowTitle(title, asking);
  }, [title, asking]);
  return title;
}

/** Opens what the tray, a notification or a link of the desktop app points to, without a reload. */
function useDesktopNavigation(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      desktopShell()?.desktop.onOpen((path) => {
        const start = newSessionAt(path);
        hideOverlay();
        if (start) {
          openNewSession(start);
          return;
        }
        closeNewSession();
        void navigate({ href: path });
      }),
    [navigate],
  );
}

/** The desktop app's shortcut for live mode works from any program. */
function useTalkShortcut(): void {
  useEffect(() => desktopShell()?.desktop.onTalk(toggleCall), []);
}

/** The frame of every page. */
export function Shell() {
  useAppCommands();
  useCommandKeys();
  useTypeAhead();
  useDesktopNavigation();
  useTalkShortcut();
  const title = useWindowTitle();
  // On phones, a session's page uses the space of the tabs for its composer.
  const inSession = useMatchRoute()({ to: "/sessions/$id" });
  const isSession = inSession !== false;
  return (
    <div className="flex h-dvh">
      <a
        href="#main"
        className="absolute start-2 top-2 z-50 -translate-y-20 rounded-md bg-accent-fill px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        {text.navigation.skip}
      </a>
      <SideBar />
      <div className="flex min-w-0 flex-1 flex-col">
        <Live />
        <FirstRunGate />
        <GlobalBanners />
        <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <Outlet />
        </main>
        {!isSession && <TabBar />}
      </div>
      <TalkBeside />
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      <Overlays />
      <NewSession />
      <SessionMenu />
      <SessionActionDialogs />
      <ConfirmationDialogs />
      <Toasts />
    </div>
  );
}
