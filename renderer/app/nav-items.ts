import {
  ChartNoAxesColumn,
  Gauge,
  Inbox,
  LayoutList,
  ListOrdered,
  type LucideIcon,
  Settings,
  Target,
  Zap,
} from "lucide-react";
import type { HotkeyId } from "../lib/hotkeys.ts";
import { text } from "./text.ts";

export interface NavItem {
  id: "board" | "inbox" | "triggers" | "queue" | "inference" | "costs" | "quality" | "settings";
  title: string;
  to: "/" | "/inbox" | "/triggers" | "/queue" | "/inference" | "/costs" | "/quality" | "/settings";
  icon: LucideIcon;
  hotkey: HotkeyId;
  /** More words by which the palette finds it. */
  keywords: string;
  /** One sentence, shown if there is room. */
  about: string;
  /** Whether it has a tab on phones; the others are under "More". */
  tab: boolean;
}

/** The main pages, for the side bar, the tabs, "More" and the palette. */
export const navItems: readonly NavItem[] = [
  {
    id: "board",
    title: text.pages.board,
    to: "/",
    icon: LayoutList,
    hotkey: "go.board",
    keywords: "sessions list home",
    about: text.pages.boardHint,
    tab: true,
  },
  {
    id: "inbox",
    title: text.pages.inbox,
    to: "/inbox",
    icon: Inbox,
    hotkey: "go.inbox",
    keywords: "notifications unread",
    about: text.pages.inboxHint,
    tab: true,
  },
  {
    id: "triggers",
    title: text.pages.triggers,
    to: "/triggers",
    icon: Zap,
    hotkey: "go.triggers",
    keywords: "templates invoke schedule",
    about: text.pages.triggersHint,
    tab: false,
  },
  {
    id: "queue",
    title: text.pages.queue,
    to: "/queue",
    icon: ListOrdered,
    hotkey: "go.queue",
    keywords: "spot waiting order scheduling policy",
    about: text.pages.queueHint,
    tab: false,
  },
  {
    id: "inference",
    title: text.pages.inference,
    to: "/inference",
    icon: Gauge,
    hotkey: "go.inference",
    keywords: "accounts quota keys sign in rotation openrouter limits classes",
    about: text.pages.inferenceHint,
    tab: false,
  },
  {
    id: "costs",
    title: text.pages.costs,
    to: "/costs",
    icon: ChartNoAxesColumn,
    hotkey: "go.costs",
    keywords: "spend money tokens usage models price",
    about: text.pages.costsHint,
    tab: false,
  },
  {
    id: "quality",
    title: text.pages.quality,
    to: "/quality",
    icon: Target,
    hotkey: "go.goals",
    keywords: "goal checks verdicts met unmet reasons",
    about: text.pages.qualityHint,
    tab: false,
  },
  {
    id: "settings",
    title: text.pages.settings,
    to: "/settings",
    icon: Settings,
    hotkey: "go.settings",
    keywords: "preferences options",
    about: text.pages.settingsHint,
    tab: false,
  },
];

/** Pages that are tabs of a main page, for the palette. */
export const tabPages = [
  {
    id: "backlog",
    title: text.pages.backlog,
    to: "/queue/backlog",
    hotkey: "go.backlog",
    keywords: "work issues items pull top-up queue",
  },
  {
    id: "outcomes",
    title: text.pages.outcomes,
    to: "/quality/outcomes",
    hotkey: "go.outcomes",
    keywords: "analyses results success failure segments tree quality",
  },
  {
    id: "gates",
    title: text.pages.gates,
    to: "/quality/gates",
    hotkey: "go.gates",
    keywords: "gate decisions merge verdicts feedback held quality",
  },
] as const satisfies readonly (Pick<NavItem, "title" | "hotkey" | "keywords"> & { id: string; to: string })[];
