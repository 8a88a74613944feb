import { z } from "zod/mini";

interface StoredValue<T> {
  /** The key in localStorage. */
  key: string;
  schema: z.ZodMiniType<T>;
  fallback: NoInfer<T>;
  /** How large it can get, and who removes it. */
  bound: string;
}

const stored = <T>(value: StoredValue<T> & { fallback: NoInfer<T> }): StoredValue<T> => value;

const text = (most: number) => z.string().check(z.maxLength(most));
const draft = z.object({ text: z.string(), savedAt: z.number() });

/** At most so many viewed files are remembered of a session, and so many sessions. */
export const viewedFilesLimits = { files: 500, sessions: 40 } as const;

/** Everything the board stores in the browser. Nothing else may use localStorage. */
export const storageKeys = {
  /** Written when a sign-in ends (server/domains/access/page-keys/signer-script.ts). The key itself is in IndexedDB. */
  pageKeyId: stored({
    key: "signalbox.page-key-id",
    schema: z.nullable(text(100)),
    fallback: null,
    bound: "One short text; overwritten at each sign-in, removed at sign-out.",
  }),
  theme: stored({
    key: "signalbox.theme",
    schema: z.enum(["system", "light", "dark"]),
    fallback: "system",
    bound: "One word; overwritten in the settings, Appearance.",
  }),
  density: stored({
    key: "signalbox.density",
    schema: z.enum(["compact", "comfortable", "spacious"]),
    fallback: "comfortable",
    bound: "One word; overwritten in the settings, Appearance.",
  }),
  textSize: stored({
    key: "signalbox.text-size",
    schema: z.enum(["small", "normal", "large", "larger"]),
    fallback: "normal",
    bound: "One word; overwritten in the settings, Appearance.",
  }),
  keyBindings: stored({
    key: "signalbox.keys",
    schema: z.record(text(40), text(40)),
    fallback: {},
    bound: "At most one short text per entry of lib/hotkeys.ts; removed when the default is restored.",
  }),
  lastPlace: stored({
    key: "signalbox.last-place",
    schema: z.nullable(text(2_000)),
    fallback: null,
    bound: "One address; overwritten at each navigation (app/last-location.ts).",
  }),
  splitView: stored({
    key: "signalbox.split-view",
    schema: z.boolean(),
    fallback: false,
    bound: "One word; overwritten by the button for the list beside a session.",
  }),
  recentSessions: stored({
    key: "signalbox.recent-sessions",
    schema: z.array(z.number()),
    fallback: [],
    bound: "Twelve numbers; the oldest is dropped when another session is opened.",
  }),
  boardFilters: stored({
    key: "signalbox.board-filters",
    schema: z.record(text(20), z.union([text(200), z.boolean()])),
    fallback: {},
    bound:
      "A dozen short texts; overwritten by the board's filters (features/board/filters/board-search.ts).",
  }),
  savedViews: stored({
    key: "signalbox.saved-views",
    schema: z
      .array(
        z.object({
          id: text(40),
          name: text(40).check(z.minLength(1)),
          search: z.record(text(20), z.union([text(200), z.boolean()])),
        }),
      )
      .check(z.maxLength(20)),
    fallback: [],
    bound:
      "20 views of the board; each removed by the person who named it (features/board/views/saved-views.ts).",
  }),
  boardColumns: stored({
    key: "signalbox.board-columns",
    schema: z.array(text(20)).check(z.maxLength(20)),
    fallback: ["why", "root", "runtime", "class", "pull_request", "cost", "updated"],
    bound: "A dozen words; overwritten by the board's column menu.",
  }),
  transcriptKinds: stored({
    key: "signalbox.transcript-kinds",
    schema: z
      .array(z.enum(["text", "thinking", "tools", "subagents", "errors", "logs"]))
      .check(z.maxLength(6)),
    fallback: ["text", "thinking", "tools", "subagents", "errors"],
    bound: "At most six words; overwritten by the transcript's filter menu.",
  }),
  diffView: stored({
    key: "signalbox.diff-look",
    schema: z.enum(["unified", "split"]),
    fallback: "unified",
    bound: "One word; overwritten by the control above the changes.",
  }),
  diffWhitespace: stored({
    key: "signalbox.diff-whitespace",
    schema: z.enum(["show", "ignore"]),
    fallback: "show",
    bound: "One word; overwritten by the menu above the changes.",
  }),
  diffTree: stored({
    key: "signalbox.diff-tree",
    schema: z.enum(["where_room", "shown", "hidden"]),
    fallback: "where_room",
    bound: "One word; overwritten by the menu above the changes.",
  }),
  viewedFiles: stored({
    key: "signalbox.viewed-files",
    schema: z
      .array(
        z.object({
          session: z.number(),
          digests: z.array(text(16)).check(z.maxLength(viewedFilesLimits.files)),
        }),
      )
      .check(z.maxLength(viewedFilesLimits.sessions)),
    fallback: [],
    bound:
      "500 short digests for each of 40 sessions; the session used longest ago is dropped (features/changes/viewed-files.ts).",
  }),
  ownerPrompt: stored({
    key: "signalbox.owner-question",
    schema: z.enum(["open", "put_off"]),
    fallback: "open",
    bound: "One word; written when the owner prompt is dismissed.",
  }),
  sandboxBanner: stored({
    key: "signalbox.sandbox-banner",
    schema: z.nullable(text(2_000)),
    fallback: null,
    bound: "One sentence; overwritten when the banner is dismissed for another reason.",
  }),
  openBoardBanner: stored({
    key: "signalbox.open-board-banner",
    schema: z.nullable(z.enum(["machine", "network"])),
    fallback: null,
    bound: "One word; written when the banner is dismissed.",
  }),
  firstRun: stored({
    key: "signalbox.first-run",
    schema: z.enum(["open", "left"]),
    fallback: "open",
    bound: "One word; written when setup is skipped or finished.",
  }),
};

const draftPrefix = "signalbox.draft.";

/** Each draft has its own key: with a shared list, tabs that write at the same time would overwrite each other. */
export const storedDraft = (id: string) =>
  stored({
    key: `${draftPrefix}${id}`,
    schema: z.nullable(draft),
    fallback: null,
    bound:
      "30 drafts of at most a million characters in total, kept for a week; removed when sent, with their session, and at sign-out (lib/drafts.ts).",
  });

/** The id of the draft stored under this key. Returns null if the key is not a draft's. */
export const draftIdOf = (key: string): string | null =>
  key.startsWith(draftPrefix) ? key.slice(draftPrefix.length) : null;

export function storedDraftIds(): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    return keys.flatMap((key) => draftIdOf(key) ?? []);
  } catch {
    return [];
  }
}

/** The only key in sessionStorage (lib/tab-id.ts): ten letters that are gone with the tab. */
export const tabIdKey = "signalbox.tab";

/** The stored value, or the fallback if there is none or it no longer parses. */
export function readStored<T>({ key, schema, fallback }: StoredValue<T>): T {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return fallback;
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : fallback;
  } catch {
    // Storage may be turned off or hold foreign data; the board works without it.
    return fallback;
  }
}

/** Null removes the key. Returns false if the browser refused, because storage is full or blocked. */
export function writeStored<T>({ key }: StoredValue<T>, value: T): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
