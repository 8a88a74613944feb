import type { DescriptionFacts } from "../../sessions/goals/model.ts";
import { withoutCode } from "./markdown-rules.ts";

interface Heading {
  level: number;
  text: string;
}

/** What the goal checks read from a pull request's description, leaving out code and comments. */
export function readDescription(text: string): DescriptionFacts {
  const lines = withoutCode(text).split("\n");
  const facts = { verification: false, verified: 0, unchecked: 0 };
  /** The level of the Verification heading whose section the line is in. */
  let section: number | null = null;
  for (const [index, line] of lines.entries()) {
    const heading = headingAt(line, lines[index + 1]);
    if (heading && (section === null || heading.level <= section))
      section = isVerification(heading) ? heading.level : null;
    facts.verification ||= section !== null;
    const [, mark] = /^\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\](?:\s|$)/.exec(line) ?? [];
    if (mark === " ") facts.unchecked += 1;
    else if (mark !== undefined && section !== null) facts.verified += 1;
  }
  return facts;
}

/** An ATX heading, or a line that the next one underlines. */
function headingAt(line: string, next: string | undefined): Heading | null {
  const [, marks, text] = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? [];
  if (marks !== undefined) return { level: marks.length, text: text ?? "" };
  const [underline] = /^ {0,3}(?:=+|-+)[ \t]*$/.exec(next ?? "") ?? [];
  if (underline === undefined || line.trim() === "" || /^\s*(?:[-*+>#]|\d+[.)])\s/.test(line)) return null;
  return { level: underline.includes("=") ? 1 : 2, text: line };
}

/** Ignores emphasis, emoji and numbers before the word. */
const isVerification = ({ text }: Heading): boolean => /^[^\p{L}]*verification/iu.test(text);
