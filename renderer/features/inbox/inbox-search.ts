/** What an entry is about, the most pressing first. */
export const entryKinds = ["needs_input", "failed", "question", "message"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The inbox's part of the address; what is absent is as it is by default. */
export interface InboxSearch {
  status?: "read" | "unread";
  kind?: EntryKind;
  q?: string;
}

const longest = 200;

/** A text that a person typed may look like a number to the address. */
const readWords = (given: unknown): string =>
  ["string", "number", "boolean"].includes(typeof given) ? String(given).trim().slice(0, longest) : "";

/** What can be read of an address; the rest of it is dropped. */
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
