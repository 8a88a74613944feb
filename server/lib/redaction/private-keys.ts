import type { Rule } from "./rule.ts";

const begin = "-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----";
const end = "-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----";
const header = '[A-Z][A-Za-z-]{2,30}: [^\\r\\n\\\\"]{1,200}';
const escapedLineEnd = "(?:\\\\{1,15}[nr]){1,4}";

/** A key whose line ends are escaped or flattened to blanks, so that it is on one line; its end may be cut off. */
export const armourRule: Rule = {
  name: "PRIVATE_KEY",
  keywords: ["-----BEGIN "],
  pattern: new RegExp(
    `${begin}(?:${escapedLineEnd}${header}){0,8}(?:${escapedLineEnd}| {1,2})[A-Za-z0-9+/=]{16,}` +
      `(?:${escapedLineEnd}[A-Za-z0-9+/=]+| [A-Za-z0-9+/=]{16,}){0,400}(?:(?: [A-Za-z0-9+/=]{1,15})?(?:${escapedLineEnd}| )?${end})?`,
    "y",
  ),
};

const beginAtLineEnd = new RegExp(
  `${begin}(?=(?:\\\\[nr]){0,2}["'\`]?[,;]?(?: \\+)?\\\\?[ \\t\\r]{0,8}(?:\\n|$))`,
  "g",
);
const endLine = new RegExp(end);
const headerLine = new RegExp(`^${header}\\s{0,8}$`);
/** Indentation and a line number, as `cat -n` and agents' file readers print them. */
const lineLead = /^[ \t]{0,80}(?:\d{1,6} {0,4}[→\t:|][ \t]{0,80})?/;
/** Base64, perhaps quoted, commented or in a diff. */
const bodyLine = /^[>|#*"'`\- ]{0,8}([A-Za-z0-9+/=]+)(?:\\[nr]){0,2}["'`]?[,;]?(?: \+)?\\?[ \t\r]{0,8}$/;
const maxLines = 200;

/** Every stretch, line by line, of keys that run over several lines; a key whose END is missing counts too. */
export function privateKeyParts(text: string): { start: number; end: number }[] {
  return [...text.matchAll(beginAtLineEnd)].flatMap((found) =>
    readBlock(text, { start: found.index, end: found.index + found[0].length }),
  );
}

function readBlock(text: string, opening: { start: number; end: number }): { start: number; end: number }[] {
  const parts = [opening];
  let stage: Stage = "headers";
  let lineStart = text.indexOf("\n", opening.end) + 1;
  for (let count = 0; count < maxLines && lineStart > 0 && lineStart < text.length; count++) {
    const lineEnd = text.indexOf("\n", lineStart);
    const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd);
    const lead = lineLead.exec(line)?.[0].length ?? 0;
    const closing = endLine.exec(line);
    const content = closing
      ? line.slice(lead, closing.index + closing[0].length)
      : line.slice(lead).trimEnd();
    const next = nextStage(stage, content);
    if (next === null) break;
    if (content !== "") parts.push({ start: lineStart + lead, end: lineStart + lead + content.length });
    if (next === "closed") return parts;
    stage = next;
    lineStart = lineEnd + 1;
  }
  return hasBody(stage) ? parts : [];
}

type Stage = "headers" | "body" | "tail" | "closed";

const hasBody = (stage: Stage): boolean => stage === "body" || stage === "tail";

/** null if the line is not part of a key. After a short line, only the checksum and the END of a key follow. */
function nextStage(stage: Stage, content: string): Stage | null {
  if (endLine.test(content)) return hasBody(stage) ? "closed" : null;
  if (stage === "headers" && (content === "" || headerLine.test(content))) return "headers";
  const length = bodyLine.exec(content)?.[1]?.length ?? 0;
  if (stage !== "tail" && length >= 16) return "body";
  if (stage === "body" && length > 0) return "tail";
  return stage === "tail" && /^=[A-Za-z0-9+/]{4}$/.test(content) ? "tail" : null;
}
