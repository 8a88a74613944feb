import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useMatchRoute } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { Toaster } from "sonner";
import { LiveBanner } from "../features/live/LiveBanner.tsx";
import { useLiveUpdates } from "../features/live/use-live-updates.ts";
import { ActDialogs } from "../features/selection/ActDialogs.tsx";
import { noteTranscript } from "../features/transcript/use-transcript.ts";
import { SideBar, TabBar } from "./Navigation.tsx";
import { hideOverlay, useShell } from "./shell.store.ts";
import { useTheme } from "./theme.ts";
import { useAppCommands, useCommandKeys } from "./use-app-commands.ts";

const CommandPalette = lazy(() =>
  import("./CommandPalette.tsx").then((module) => ({ default: module.CommandPalette })),
);
const ShortcutsDialog = lazy(() =>
  import("./ShortcutsDialog.tsx").then((module) => ({ default: module.ShortcutsDialog })),
);

function Overlays() {
  const overlay = useShell((state) => state.overlay);
  return (
    <Suspense fallback={null}>
      {overlay === "palette" && <CommandPalette onClose={hideOverlay} />}
      {overlay === "shortcuts" && <ShortcutsDialog onClose={hideOverlay} />}
    </Suspense>
  );
}

function Live() {
  const client = useQueryClient();
  useLiveUpdates(
    useCallback((sessionId, lineCount) => noteTranscript(client, sessionId, lineCount), [client]),
  );
  return <LiveBanner />;
}

/** What stands around every page. */
export function Shell() {
  useAppCommands();
  useCommandKeys();
  const theme = useTheme((state) => state.theme);
  // A session's page needs the foot of a phone's screen for its composer.
  const inSession = useMatchRoute()({ to: "/sessions/$id" });
  const onNew = useMatchRoute()({ to: "/sessions/new" });
  const isSession = inSession !== false && onNew === false;
  return (
    <div className="flex h-dvh">
      <a
        href="#main"
        className="absolute start-2 top-2 z-50 -translate-y-20 rounded-md bg-accent-fill px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        Skip to the page
      </a>
      <SideBar />
      <div className="flex min-w-0 flex-1 flex-col">
        <Live />
        <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <Outlet />
        </main>
        {!isSession && <TabBar />}
      </div>
      <Overlays />
      <ActDialogs />
      <Toaster
        theme={theme}
        position="top-center"
        expand
        closeButton
        toastOptions={{ className: "font-sans" }}
      />
    </div>
  );
}
