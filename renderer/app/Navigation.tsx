import { Link } from "@tanstack/react-router";
import { Keyboard, Mic, Monitor, Moon, MoreHorizontal, Plus, Search, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { useShallow } from "zustand/react/shallow";
import { useIsUsedUp } from "../features/fuel/api.ts";
import { FuelMeters } from "../features/fuel/FuelMeters.tsx";
import { text as fuelText } from "../features/fuel/text.ts";
import { usePendingCount } from "../features/inbox/api.ts";
import { NewSessionLink } from "../features/new-session/NewSessionLink.tsx";
import { text as sessionText } from "../features/sessions/text.ts";
import { useNeedsYouCount } from "../features/sessions/use-session-lists.ts";
import {
  chooseAppearance,
  nextTheme,
  useAppearance,
} from "../features/settings/appearance/appearance.store.ts";
import { toggleTalk, useTalk } from "../features/talk/talk.store.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import { ConnectionStatus } from "./ConnectionStatus.tsx";
import { type NavItem, navItems } from "./nav-items.ts";
import { SideBarSessions } from "./SideBarSessions.tsx";
import { showOverlay } from "./shell.store.ts";
import { text } from "./text.ts";

interface Badge {
  /** Null shows a dot: only what needs a person is counted. */
  count: number | null;
  label: string;
}

/** The badge of a page, and what it says. */
function useNavBadges(): Partial<Record<NavItem["id"], Badge>> {
  const asking = useNeedsYouCount();
  const hasUnread = usePendingCount() > 0;
  return {
    ...(asking > 0 && { board: { count: asking, label: sessionText.needYou(asking) } }),
    ...(hasUnread && { inbox: { count: null, label: text.navigation.unread } }),
  };
}

const line =
  "flex h-7.5 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-sm text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** The board is current with any filters, and the settings with any section. */
const activeAt = ({ to }: NavItem) => ({ exact: to === "/", includeSearch: false });

function PlaceLine({ place }: { place: NavItem }) {
  const badge = useNavBadges()[place.id];
  const Icon = place.icon;
  return (
    <Link to={place.to} activeOptions={activeAt(place)} className={line}>
      <Icon aria-hidden className="size-4" />
      {place.title}
      {badge && (
        <span
          className={`ms-auto ${badge.count === null ? "size-2 rounded-full bg-accent-fill" : "rounded-full bg-needs-soft px-1.5 text-2xs font-semibold text-needs tabular-nums"}`}
        >
          {badge.count}
          <span className="sr-only"> {badge.label}</span>
        </span>
      )}
    </Link>
  );
}

function TalkLine() {
  const { open, phase } = useTalk(useShallow(({ open, phase }) => ({ open, phase })));
  return (
    <button type="button" aria-expanded={open} className={line} onClick={toggleTalk}>
      <Mic aria-hidden className={`size-4 ${phase === "live" ? "text-running" : ""}`} />
      {text.navigation.talkShort}
      <span className="ms-auto">
        <Kbd hotkey="app.talk" />
      </span>
    </button>
  );
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon } as const;

function ThemeButton() {
  const theme = useAppearance((state) => state.theme);
  const Icon = themeIcons[theme];
  return (
    <IconButton
      label={text.navigation.appearance(theme)}
      onClick={() => chooseAppearance({ theme: nextTheme(theme) })}
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}

/** What one opens most, and every page. */
function Places() {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto p-2">
      <p className="flex items-center gap-2 px-2.5 pt-1 pb-3 text-sm font-semibold">
        <img src="/icon.svg" alt="" className="size-5" />
        {text.navigation.home}
      </p>
      <NewSessionLink className="mb-2 flex h-8 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-sm font-medium hover:bg-hover">
        <Plus aria-hidden className="size-4" />
        {text.navigation.newSession}
        <span className="ms-auto">
          <Kbd hotkey="go.new" />
        </span>
      </NewSessionLink>
      <button type="button" className={line} onClick={() => showOverlay("palette")}>
        <Search aria-hidden className="size-4" />
        {text.navigation.search}
        <span className="ms-auto">
          <Kbd hotkey="app.palette" />
        </span>
      </button>
      <TalkLine />
      {navItems.map((place) => (
        <PlaceLine key={place.id} place={place} />
      ))}
      <SideBarSessions />
    </div>
  );
}

/** The side bar of a wide window. Its lower end stays in sight, and grows upwards when the fuel is known. */
export function SideBar() {
  return (
    <nav
      aria-label={text.navigation.label}
      className="hidden w-52 shrink-0 flex-col border-e border-line bg-canvas md:flex"
    >
      <Places />
      <FuelMeters className="max-h-2/5 shrink-0 overflow-y-auto border-t border-line px-2 pt-2" />
      <div className="flex shrink-0 items-center justify-between px-2 py-2 ps-4.5">
        <ConnectionStatus />
        <span className="flex">
          <IconButton label={text.shortcuts.title} onClick={() => showOverlay("shortcuts")}>
            <Keyboard aria-hidden className="size-4" />
          </IconButton>
          <ThemeButton />
        </span>
      </div>
    </nav>
  );
}

const tab =
  "relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-2xs text-soft aria-[current=page]:font-medium aria-[current=page]:text-accent";

function TabIcon({ children, badge }: { children: ReactNode; badge?: Badge | undefined }) {
  return (
    <span className="relative">
      {children}
      {badge && (
        <span
          className={`absolute ${badge.count === null ? "start-4 -top-0.5 size-2 rounded-full bg-accent-fill" : "start-3 -top-1.5 rounded-full bg-needs-soft px-1 text-2xs font-semibold text-needs tabular-nums"}`}
        >
          {badge.count}
          <span className="sr-only"> {badge.label},</span>
        </span>
      )}
    </span>
  );
}

function PlaceTab({ id }: { id: NavItem["id"] }) {
  const badge = useNavBadges()[id];
  const place = navItems.find((candidate) => candidate.id === id);
  if (!place) return null;
  const Icon = place.icon;
  return (
    <Link to={place.to} activeOptions={activeAt(place)} className={tab}>
      <TabIcon badge={badge}>
        <Icon aria-hidden className="size-5" />
      </TabIcon>
      {place.title}
    </Link>
  );
}

/** The icon of "More", with a dot while something shown there has run out or needs access. */
function MoreIcon() {
  const isUsedUp = useIsUsedUp();
  return (
    <TabIcon>
      <MoreHorizontal aria-hidden className="size-5" />
      {isUsedUp && (
        <span className="absolute start-4 -top-0.5 size-2 rounded-full bg-failed-dot">
          <span className="sr-only">{fuelText.usedUp}, </span>
        </span>
      )}
    </TabIcon>
  );
}

/** The tabs of a narrow window. */
export function TabBar() {
  return (
    <nav
      aria-label={text.navigation.label}
      className="flex shrink-0 border-t border-line bg-surface ps-[env(safe-area-inset-left)] pe-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <PlaceTab id="board" />
      <button type="button" className={tab} onClick={() => showOverlay("palette")}>
        <TabIcon>
          <Search aria-hidden className="size-5" />
        </TabIcon>
        {text.navigation.search}
      </button>
      <NewSessionLink className={tab}>
        <TabIcon>
          <Plus aria-hidden className="size-5" />
        </TabIcon>
        {text.navigation.new}
      </NewSessionLink>
      <PlaceTab id="inbox" />
      <Link to="/more" className={tab}>
        <MoreIcon />
        {text.more.title}
      </Link>
    </nav>
  );
}
