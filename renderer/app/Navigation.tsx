import { Link } from "@tanstack/react-router";
import { Keyboard, LayoutList, Monitor, Moon, Plus, Search, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { useAsking } from "../features/board/use-lists.ts";
import { useLive } from "../features/live/live.store.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import { showOverlay } from "./shell.store.ts";
import { chooseTheme, nextTheme, useTheme } from "./theme.ts";

const place =
  "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink";

function AskingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-needs-soft px-1.5 text-2xs font-semibold text-needs tabular-nums">
      {count}
      <span className="sr-only"> need you</span>
    </span>
  );
}

const streamWords = { connecting: "Connecting", open: "Live", down: "Reconnecting" } as const;
const streamTones = { connecting: "bg-waiting-dot", open: "bg-running-dot", down: "bg-needs-dot" } as const;

function StreamDot() {
  const stream = useLive((view) => view.stream);
  return (
    <span
      className="flex items-center gap-1.5 text-2xs text-faint"
      title="Whether changes arrive by themselves"
    >
      <span aria-hidden className={`size-1.5 rounded-full ${streamTones[stream]}`} />
      {streamWords[stream]}
    </span>
  );
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon } as const;
const themeWords = { system: "as the system", light: "light", dark: "dark" } as const;

function ThemeButton() {
  const theme = useTheme((state) => state.theme);
  const Icon = themeIcons[theme];
  return (
    <IconButton label={`Appearance: ${themeWords[theme]}`} onClick={() => chooseTheme(nextTheme(theme))}>
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}

/** The column at the left of a wide window. */
export function SideBar() {
  const asking = useAsking();
  return (
    <nav
      aria-label="Main"
      className="hidden w-52 shrink-0 flex-col gap-0.5 border-e border-line bg-canvas p-2 md:flex"
    >
      <p className="flex items-center gap-2 px-2.5 pt-1 pb-3 text-sm font-semibold">
        <img src="/icon.svg" alt="" className="size-5" />
        Signalbox
      </p>
      <Link
        to="/sessions/new"
        className="mb-2 flex h-8 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-sm font-medium hover:bg-hover"
      >
        <Plus aria-hidden className="size-4" />
        New session
        <span className="ms-auto">
          <Kbd shortcut="n" />
        </span>
      </Link>
      <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className={place}>
        <LayoutList aria-hidden className="size-4" />
        Board
        <AskingCount count={asking} />
      </Link>
      <button type="button" className={place} onClick={() => showOverlay("palette")}>
        <Search aria-hidden className="size-4" />
        Find
        <span className="ms-auto">
          <Kbd shortcut="mod+k" />
        </span>
      </button>
      <div className="mt-auto flex items-center justify-between ps-2.5">
        <StreamDot />
        <span className="flex">
          <IconButton label="Keyboard shortcuts" onClick={() => showOverlay("shortcuts")}>
            <Keyboard aria-hidden className="size-4" />
          </IconButton>
          <ThemeButton />
        </span>
      </div>
    </nav>
  );
}

const tab =
  "relative flex min-h-12 flex-1 flex-col items-center justify-center gap-0.5 text-2xs text-soft aria-[current=page]:text-accent";

function TabIcon({ children, count = 0 }: { children: ReactNode; count?: number }) {
  return (
    <span className="relative">
      {children}
      {count > 0 && (
        <span className="absolute -top-1.5 left-3 rounded-full bg-needs-soft px-1 text-2xs font-semibold text-needs">
          {count}
        </span>
      )}
    </span>
  );
}

/** The same places at the foot of a narrow window. */
export function TabBar() {
  const asking = useAsking();
  return (
    <nav
      aria-label="Main"
      className="flex shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className={tab}>
        <TabIcon count={asking}>
          <LayoutList aria-hidden className="size-5" />
        </TabIcon>
        Board
      </Link>
      <Link to="/sessions/new" className={tab}>
        <TabIcon>
          <Plus aria-hidden className="size-5" />
        </TabIcon>
        New
      </Link>
      <button type="button" className={tab} onClick={() => showOverlay("palette")}>
        <TabIcon>
          <Search aria-hidden className="size-5" />
        </TabIcon>
        Find
      </button>
    </nav>
  );
}
