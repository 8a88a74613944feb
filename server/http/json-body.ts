import { jsonProblem } from "./json-limits.ts";
import { text } from "./text.ts";

/** Where a body contains base64: keys from the top, `*` for each item of a list. */
export type Base64Path = readonly string[];

export type ParsedBody =
  | { kind: "parsed"; body: unknown; decoded: Uint8Array<ArrayBuffer>[] }
  | { kind: "refused"; sentence: string };

export interface UnparsedBody {
  pieces: readonly Uint8Array[];
  base64: readonly Base64Path[];
}

const utf8 = new TextDecoder();
const notJson = { kind: "refused", sentence: text.notJson } as const;

/** Runs on any thread. Base64 becomes bytes, which are also listed in `decoded`; invalid base64 becomes null. */
export function parseBody({ pieces, base64 }: UnparsedBody): ParsedBody {
  const bytes = Buffer.concat(pieces);
  const problem = jsonProblem(bytes);
  if (problem !== null) return { kind: "refused", sentence: text.jsonProblem(problem) };
  const body = parseObject(utf8.decode(bytes));
  if (body === undefined) return notJson;
  const decoded: Uint8Array<ArrayBuffer>[] = [];
  for (const path of base64) decodeAt(body, path, decoded);
  return { kind: "parsed", body, decoded };
}

/** An object or a list; undefined for any other text. */
function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function decodeAt(value: unknown, [key, ...rest]: Base64Path, decoded: Uint8Array<ArrayBuffer>[]): void {
  if (key === undefined || typeof value !== "object" || value === null) return;
  if (key === "*") {
    if (Array.isArray(value)) for (const item of value) decodeAt(item, rest, decoded);
    return;
  }
  const holder = value as Record<string, unknown>;
  const found = holder[key];
  if (rest.length > 0) return decodeAt(found, rest, decoded);
  if (typeof found !== "string") return;
  const bytes = decodeBase64(found);
  holder[key] = bytes;
  if (bytes) decoded.push(bytes);
}

/** Ignores white space; null if it is not base64. */
function decodeBase64(encoded: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/.test(encoded)) return null;
  // Its own memory, so that it can be transferred to another thread.
  const bytes = Buffer.alloc(Buffer.byteLength(encoded, "base64"));
  return bytes.subarray(0, bytes.write(encoded, "base64"));
}
