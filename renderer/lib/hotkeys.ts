import { text } from "./text.ts";

/** Where a shortcut works. Scopes that are never on the screen together may share a shortcut. */
export type KeyScope = "Everywhere" | "Lists" | "Sessions" | "Board" | "This session" | "Changes" | "Inbox";

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

/** Its shortcuts go before those of the lists and pages around it, for as long as it is on the screen. */
export const innermostScope: KeyScope = "Changes";

/** Every shortcut of the board: commands refer to these entries, the help lists them, the settings change them. */
export const hotkeys = {
  "app.palette": {
    label: text.actions.findAnything,
    scope: "Everywhere",
    shortcut: "mod+k",
    inFields: true,
  },
  "app.router": {
    label: text.actions.sendTask,
    scope: "Everywhere",
    shortcut: "mod+shift+k",
    inFields: true,
  },
  "app.undo": { label: text.actions.undo, scope: "Everywhere", shortcut: "z" },
  "app.undo_usual": { label: text.actions.undo, scope: "Everywhere", shortcut: "mod+z", fixed: true },
  "app.talk": { label: text.actions.talk, scope: "Everywhere", shortcut: "t" },
  "app.shortcuts": { label: text.actions.shortcuts, scope: "Everywhere", shortcut: "?" },
  "go.board": { label: text.actions.board, scope: "Everywhere", shortcut: "g b" },
  "go.needs_me": { label: text.actions.needsMe, scope: "Everywhere", shortcut: "g m" },
  "go.inbox": { label: text.actions.inbox, scope: "Everywhere", shortcut: "g i" },
  "go.triggers": { label: text.actions.triggers, scope: "Everywhere", shortcut: "g t" },
  "go.costs": { label: text.actions.costs, scope: "Everywhere", shortcut: "g c" },
  "go.queue": { label: text.actions.queue, scope: "Everywhere", shortcut: "g q" },
  "go.inference": { label: text.actions.inference, scope: "Everywhere", shortcut: "g a" },
  "go.backlog": { label: text.actions.backlog, scope: "Everywhere", shortcut: "g l" },
  "go.outcomes": { label: text.actions.outcomes, scope: "Everywhere", shortcut: "g o" },
  "go.goals": { label: text.actions.goals, scope: "Everywhere", shortcut: "g g" },
  "go.gates": { label: text.actions.gates, scope: "Everywhere", shortcut: "g d" },
  "go.settings": { label: text.actions.settings, scope: "Everywhere", shortcut: "," },
  "go.new": { label: text.actions.newSession, scope: "Everywhere", shortcut: "n" },
  "form.send": {
    label: text.actions.send,
    scope: "Everywhere",
    shortcut: "mod+enter",
    fixed: true,
  },
  "app.close": {
    label: text.actions.close,
    scope: "Everywhere",
    shortcut: "escape",
    fixed: true,
  },
  "list.next": { label: text.actions.nextRow, scope: "Lists", shortcut: "j" },
  "list.previous": { label: text.actions.previousRow, scope: "Lists", shortcut: "k" },
  "list.open": { label: text.actions.openRow, scope: "Lists", shortcut: "enter", fixed: true },
  "act.archive": { label: text.actions.archive, scope: "Sessions", shortcut: "e" },
  "act.changes": { label: text.actions.openChanges, scope: "Sessions", shortcut: "c" },
  "act.favourite": { label: text.actions.favorite, scope: "Sessions", shortcut: "*" },
  "act.snooze": { label: text.actions.snooze, scope: "Sessions", shortcut: "s" },
  "act.hide": { label: text.actions.hide, scope: "Sessions", shortcut: "h" },
  "act.show": { label: text.actions.show, scope: "Sessions", shortcut: "u" },
  "act.pause": { label: text.actions.pause, scope: "Sessions", shortcut: "shift+p" },
  "act.restart": { label: text.actions.restart, scope: "Sessions", shortcut: "shift+r" },
  "act.priority": { label: text.actions.promote, scope: "Sessions", shortcut: "p" },
  "act.spot": { label: text.actions.demote, scope: "Sessions", shortcut: "d" },
  "board.search": { label: text.actions.searchSessions, scope: "Board", shortcut: "/" },
  "board.archived": { label: text.actions.toggleArchived, scope: "Board", shortcut: "a" },
  "board.select": { label: text.actions.selectRow, scope: "Board", shortcut: "x" },
  "board.reply": { label: text.actions.replyInRow, scope: "Board", shortcut: "r" },
  "board.extend": { label: text.actions.extendToRow, scope: "Board", shortcut: "shift+x" },
  "board.extend_down": {
    label: text.actions.extendDown,
    scope: "Board",
    shortcut: "shift+arrowdown",
    fixed: true,
  },
  "board.extend_up": {
    label: text.actions.extendUp,
    scope: "Board",
    shortcut: "shift+arrowup",
    fixed: true,
  },
  "board.select_all": { label: text.actions.selectAll, scope: "Board", shortcut: "mod+a" },
  "session.reply": { label: text.actions.messageAgent, scope: "This session", shortcut: "r" },
  "session.previous": { label: text.actions.previousSession, scope: "This session", shortcut: "[" },
  "session.next": { label: text.actions.nextSession, scope: "This session", shortcut: "]" },
  "session.list": { label: text.actions.listBeside, scope: "This session", shortcut: "l" },
  "session.merge": { label: text.actions.merge, scope: "This session", shortcut: "m" },
  "changes.next": { label: text.actions.nextHunk, scope: "Changes", shortcut: "n" },
  "changes.previous": { label: text.actions.previousHunk, scope: "Changes", shortcut: "p" },
  "changes.comment": { label: text.actions.commentLine, scope: "Changes", shortcut: "c" },
  "changes.viewed": { label: text.actions.viewed, scope: "Changes", shortcut: "v" },
  "transcript.find": { label: text.actions.findInTranscript, scope: "This session", shortcut: "/" },
  "transcript.fork": { label: text.actions.fork, scope: "This session", shortcut: "f" },
  "inbox.search": { label: text.actions.findInInbox, scope: "Inbox", shortcut: "/" },
  "inbox.reply": { label: text.actions.inboxReply, scope: "Inbox", shortcut: "r" },
  "inbox.done": { label: text.actions.inboxDone, scope: "Inbox", shortcut: "e" },
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
  "This session": ["Everywhere", "Lists", "Sessions", "This session", "Changes"],
  Changes: ["This session", "Changes"],
  Inbox: ["Everywhere", "Lists", "Inbox"],
};

export const canConflict = (one: KeyScope, other: KeyScope): boolean => sharedScreens[one].includes(other);

/** The shortcuts of the find box; they take precedence over all others while it is open, and cannot be changed. */
export const findBoxKeys = [
  { label: text.findBox.previous, shortcut: "n" },
  { label: text.findBox.next, shortcut: "shift+n" },
  { label: text.findBox.previousTyping, shortcut: "enter" },
  { label: text.findBox.nextTyping, shortcut: "shift+enter" },
] as const;
