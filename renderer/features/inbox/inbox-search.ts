/** The kinds of entries, the most urgent first. */
export const entryKinds = ["needs_input", "failed", "question", "message"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The search parameters of the inbox; a missing one means the default. */
export interface InboxSearch {
  status?: "read" | "unread";
  kind?: EntryKind;
  q?: string;
}

const longest = 200;

/** The router parses a text that looks like a number as one. */
const readWords = (given: unknown): string =>
  ["string", "number", "boolean"].includes(typeof given) ? String(given).trim().slice(0, longest) : "";

/** The valid parameters of an address; all others are dropped. */
export function readInboxSearch(given: Readonly<Record<string, unknown>>): InboxSearch {
  const { status } = given;
  const kind = entryKinds.find((name) => name === given["kind"]);
  const q = readWords(given["q"]);
  return {
    ...((status === "read" || status === "unread") && { status }),
    ...(kind !== undefined && { kind }),
    ...(q !== "" && { q }),
  };
}
