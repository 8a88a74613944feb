/** What a failure says, with the JSON that a provider or a CLI put into it apart. */
export interface FailureDetail {
  words: string;
  /** Indented; null if it has none. */
  raw: string | null;
}

/** Where the JSON value ends that begins at `start`; -1 if it does not end. */
function endOfJson(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** More than this is no answer of an API. */
const mostStarts = 5;

/** The first object in a text, and where it is. */
function findJson(text: string): { value: object; start: number; end: number } | null {
  let start = text.indexOf("{");
  for (let left = mostStarts; start >= 0 && left > 0; left -= 1) {
    const end = endOfJson(text, start);
    const value = end < 0 ? undefined : parsed(text.slice(start, end));
    if (typeof value === "object" && value !== null) return { value, start, end };
    start = text.indexOf("{", start + 1);
  }
  return null;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The sentence for people in what APIs answer, in their usual places. */
function messageIn(value: object): string {
  const error = field(value, "error");
  const found = [field(error, "message"), field(value, "message"), error, field(value, "detail")];
  const message = found.find((one) => typeof one === "string" && one.trim() !== "");
  if (typeof message !== "string") return "";
  // Some put the answer of another API into their own as text.
  return readFailureDetail(message).words;
}

export function readFailureDetail(detail: string): FailureDetail {
  const found = findJson(detail);
  if (found === null) return { words: detail, raw: null };
  const { value, start, end } = found;
  const around = `${detail.slice(0, start).trimEnd()} ${detail.slice(end).trimStart()}`.trim();
  const message = messageIn(value);
  const words = message === "" || around.includes(message) ? around : `${around} ${message}`.trim();
  return { words, raw: JSON.stringify(value, null, 2) };
}
