import { z } from "zod";

interface StoredValue<T> {
  /** The key in localStorage. */
  key: string;
  schema: z.ZodType<T>;
  fallback: NoInfer<T>;
  /** How large it can get, and who removes it. */
  bound: string;
}

const stored = <T>(value: StoredValue<T> & { fallback: NoInfer<T> }): StoredValue<T> => value;

const draft = z.object({ text: z.string(), savedAt: z.number() });

/** Everything the board keeps in the browser. Nothing else may touch localStorage. */
export const storageKeys = {
  theme: stored({
    key: "signalbox.theme",
    schema: z.enum(["system", "light", "dark"]),
    fallback: "system",
    bound: "One word; overwritten by the theme switch.",
  }),
  boardFilters: stored({
    key: "signalbox.board-filters",
    schema: z.record(z.string().max(20), z.union([z.string().max(200), z.boolean()])),
    fallback: {},
    bound: "A dozen short texts; overwritten by the board's filters (features/board/board-search.ts).",
  }),
  transcriptDetail: stored({
    key: "signalbox.transcript-detail",
    schema: z.enum(["messages", "work", "everything"]),
    fallback: "work",
    bound: "One word; overwritten by the switch above a transcript.",
  }),
  diffLook: stored({
    key: "signalbox.diff-look",
    schema: z.enum(["unified", "split"]),
    fallback: "unified",
    bound: "One word; overwritten by the switch above the changes.",
  }),
  drafts: stored({
    key: "signalbox.drafts",
    schema: z.record(z.string(), draft),
    fallback: {},
    bound: "30 texts, a million characters together, a week each; removed when sent (lib/draft-list.ts).",
  }),
};

/** The stored value, or its fallback where there is none or it no longer parses. */
export function readStored<T>({ key, schema, fallback }: StoredValue<T>): T {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return fallback;
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : fallback;
  } catch {
    // Storage may be switched off or hold something that is not ours; the board works without it.
    return fallback;
  }
}

/** False when the browser refused, for want of room or of permission. */
export function writeStored<T>({ key }: StoredValue<T>, value: T): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
