import { Inbox, LayoutList, type LucideIcon, Settings, Zap } from "lucide-react";
import type { HotkeyId } from "../lib/hotkeys.ts";

export interface NavItem {
  id: "board" | "inbox" | "triggers" | "settings";
  title: string;
  to: "/" | "/inbox" | "/triggers" | "/settings";
  icon: LucideIcon;
  hotkey: HotkeyId;
  /** Further words under which the palette finds it. */
  keywords: string;
  /** One sentence, where there is room for it. */
  about: string;
  /** On a phone it has a tab of its own; the others stand under "More". */
  tab: boolean;
}

/** The pages that one goes to: in the side bar, the tabs, under "More" and in the palette alike. */
export const navItems: readonly NavItem[] = [
  {
    id: "board",
    title: "Board",
    to: "/",
    icon: LayoutList,
    hotkey: "go.board",
    keywords: "sessions list home",
    about: "All sessions, with the ones that need you first.",
    tab: true,
  },
  {
    id: "inbox",
    title: "Inbox",
    to: "/inbox",
    icon: Inbox,
    hotkey: "go.inbox",
    keywords: "notifications unread",
    about: "Notifications about your sessions.",
    tab: true,
  },
  {
    id: "triggers",
    title: "Triggers",
    to: "/triggers",
    icon: Zap,
    hotkey: "go.triggers",
    keywords: "templates invoke schedule",
    about: "Prompt templates that start sessions.",
    tab: false,
  },
  {
    id: "settings",
    title: "Settings",
    to: "/settings",
    icon: Settings,
    hotkey: "go.settings",
    keywords: "preferences options",
    about: "API keys, devices, appearance and more.",
    tab: false,
  },
];
