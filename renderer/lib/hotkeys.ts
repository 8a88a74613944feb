/** Where a shortcut works. Scopes that are never on the screen together may share a shortcut. */
export type KeyScope = "Everywhere" | "Lists" | "Sessions" | "Board" | "This session" | "Inbox";

export interface Hotkey {
  label: string;
  scope: KeyScope;
  /** `mod` is Cmd on a Mac and Ctrl elsewhere; a space separates two steps: "g i". */
  shortcut: string;
  /** Also works in text fields. */
  inFields?: boolean;
  /** Used by the browser or by dialogs: it is listed but cannot be changed. */
  fixed?: boolean;
}

/** Every shortcut of the board: commands refer to these entries, the help lists them, the settings change them. */
export const hotkeys = {
  "app.palette": {
    label: "Find a session or an action",
    scope: "Everywhere",
    shortcut: "mod+k",
    inFields: true,
  },
  "app.router": {
    label: "Send a task to the router",
    scope: "Everywhere",
    shortcut: "mod+shift+k",
    inFields: true,
  },
  "app.shortcuts": { label: "Keyboard shortcuts", scope: "Everywhere", shortcut: "?" },
  "go.board": { label: "Board", scope: "Everywhere", shortcut: "g b" },
  "go.needs_me": { label: "What needs me", scope: "Everywhere", shortcut: "g m" },
  "go.inbox": { label: "Inbox", scope: "Everywhere", shortcut: "g i" },
  "go.triggers": { label: "Triggers", scope: "Everywhere", shortcut: "g t" },
  "go.settings": { label: "Settings", scope: "Everywhere", shortcut: "," },
  "go.new": { label: "New session", scope: "Everywhere", shortcut: "n" },
  "form.send": {
    label: "Send the message or start the session",
    scope: "Everywhere",
    shortcut: "mod+enter",
    fixed: true,
  },
  "app.close": {
    label: "Close, exit search, or clear the selection",
    scope: "Everywhere",
    shortcut: "escape",
    fixed: true,
  },
  "list.next": { label: "Next row", scope: "Lists", shortcut: "j" },
  "list.previous": { label: "Previous row", scope: "Lists", shortcut: "k" },
  "list.open": { label: "Open the row", scope: "Lists", shortcut: "enter", fixed: true },
  "act.archive": { label: "Archive", scope: "Sessions", shortcut: "e" },
  "act.favourite": { label: "Add to or remove from favorites", scope: "Sessions", shortcut: "*" },
  "act.snooze": { label: "Snooze", scope: "Sessions", shortcut: "s" },
  "act.hide": { label: "Hide from the board", scope: "Sessions", shortcut: "h" },
  "act.show": { label: "Show on the board", scope: "Sessions", shortcut: "u" },
  "act.pause": { label: "Pause", scope: "Sessions", shortcut: "shift+p" },
  "act.restart": { label: "Restart", scope: "Sessions", shortcut: "shift+r" },
  "act.priority": { label: "Promote to priority", scope: "Sessions", shortcut: "p" },
  "act.spot": { label: "Demote to spot", scope: "Sessions", shortcut: "d" },
  "board.search": { label: "Search sessions", scope: "Board", shortcut: "/" },
  "board.archived": { label: "Show or hide archived sessions", scope: "Board", shortcut: "a" },
  "board.select": { label: "Select or deselect the row", scope: "Board", shortcut: "x" },
  "board.extend": { label: "Extend the selection to the row", scope: "Board", shortcut: "shift+x" },
  "board.extend_down": {
    label: "Extend the selection down",
    scope: "Board",
    shortcut: "shift+arrowdown",
    fixed: true,
  },
  "board.extend_up": {
    label: "Extend the selection up",
    scope: "Board",
    shortcut: "shift+arrowup",
    fixed: true,
  },
  "board.select_all": { label: "Select all shown sessions", scope: "Board", shortcut: "mod+a" },
  "session.reply": { label: "Message the agent", scope: "This session", shortcut: "r" },
  "session.previous": { label: "Previous session", scope: "This session", shortcut: "[" },
  "session.next": { label: "Next session", scope: "This session", shortcut: "]" },
  "session.merge": { label: "Let the agent merge its pull request", scope: "This session", shortcut: "m" },
  "transcript.find": { label: "Find in the transcript", scope: "This session", shortcut: "/" },
  "transcript.fork": { label: "Fork from the entry in focus", scope: "This session", shortcut: "f" },
  "inbox.search": { label: "Find in the inbox", scope: "Inbox", shortcut: "/" },
  "inbox.done": { label: "Mark the entry as read, then dismiss it", scope: "Inbox", shortcut: "e" },
} as const satisfies Record<string, Hotkey>;

export type HotkeyId = keyof typeof hotkeys;

export const hotkeyIds = Object.keys(hotkeys) as HotkeyId[];

export const hotkeyOf = (id: HotkeyId): Hotkey => hotkeys[id];

/** For each scope, the scopes that can be on the screen with it. */
const sharedScreens: Record<KeyScope, readonly KeyScope[]> = {
  Everywhere: ["Everywhere", "Lists", "Sessions", "Board", "This session", "Inbox"],
  Lists: ["Everywhere", "Lists", "Sessions", "Board", "This session", "Inbox"],
  Sessions: ["Everywhere", "Lists", "Sessions", "Board", "This session"],
  Board: ["Everywhere", "Lists", "Sessions", "Board"],
  "This session": ["Everywhere", "Lists", "Sessions", "This session"],
  Inbox: ["Everywhere", "Lists", "Inbox"],
};

export const canConflict = (one: KeyScope, other: KeyScope): boolean => sharedScreens[one].includes(other);

/** The shortcuts of the find box; they take precedence over all others while it is open, and cannot be changed. */
export const findBoxKeys = [
  { label: "Previous match", shortcut: "n" },
  { label: "Next match", shortcut: "shift+n" },
  { label: "Previous match, while typing", shortcut: "enter" },
  { label: "Next match, while typing", shortcut: "shift+enter" },
] as const;
