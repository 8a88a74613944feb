import type { RefUpdate } from "./ref-rules.ts";

/** What a push says before its pack (gitprotocol-pack, Reference Update Request). */
export interface RequestHead {
  updates: readonly RefUpdate[];
  capabilities: ReadonlySet<string>;
  /** It is signed, which is not supported. */
  isSigned: boolean;
  /** In bytes; the pack follows. */
  length: number;
}

/** Enough for the names of some ten thousand branches. */
export const longestHead = 4 * 1024 * 1024;

const updateLine =
  /^(?<before>[0-9a-f]{40}|[0-9a-f]{64}) (?<after>[0-9a-f]{40}|[0-9a-f]{64}) (?<name>[^\0\n]+)$/;

/** Null while more bytes are needed; "malformed" if they are not what git sends. */
export function readHead(bytes: Buffer): RequestHead | "malformed" | null {
  const section = readSection(bytes, 0);
  if (section === null || section === "malformed") return section;
  // Capabilities follow the first update, after the commits where history was cut.
  const parts = section.lines.map((line) => line.replace(/\n$/, "").split("\0", 2));
  const lines = parts.map(([line = ""]) => line);
  const said = parts.find(([, more]) => more !== undefined)?.[1] ?? "";
  const capabilities = new Set(said.trim().split(" "));
  if (lines.some((line) => line.startsWith("push-cert")))
    return { updates: [], capabilities, isSigned: true, length: section.end };
  const updates = updatesIn(lines);
  const options = capabilities.has("push-options") ? readSection(bytes, section.end) : section;
  if (options === null || options === "malformed") return options;
  if (updates === "malformed") return updates;
  return { updates, capabilities, isSigned: false, length: options.end };
}

function updatesIn(lines: readonly string[]): RefUpdate[] | "malformed" {
  const updates: RefUpdate[] = [];
  for (const line of lines) {
    if (line === "" || line.startsWith("shallow ")) continue;
    const { before, after, name } = updateLine.exec(line)?.groups ?? {};
    if (before === undefined || after === undefined || name === undefined) return "malformed";
    updates.push({ before, after, name });
  }
  return updates;
}

/** The lines up to the next flush packet. */
function readSection(bytes: Buffer, from: number): { lines: string[]; end: number } | "malformed" | null {
  const lines: string[] = [];
  for (let at = from; ; ) {
    if (bytes.length < at + 4) return tooLong(bytes);
    const size = bytes.toString("latin1", at, at + 4);
    if (!/^[0-9a-f]{4}$/i.test(size)) return "malformed";
    const length = Number.parseInt(size, 16);
    if (length === 0) return { lines, end: at + 4 };
    if (length < 4) return "malformed";
    if (bytes.length < at + length) return tooLong(bytes);
    lines.push(bytes.toString("utf8", at + 4, at + length));
    at += length;
  }
}

const tooLong = (bytes: Buffer): "malformed" | null => (bytes.length > longestHead ? "malformed" : null);
