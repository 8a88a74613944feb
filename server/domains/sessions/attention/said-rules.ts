import { shortened } from "../../../lib/character-rules.ts";

const limit = 240;
/** Characters of a text that are read; its first sentences are among them. */
const readLimit = 8_000;

/** Without what is not a sentence: code, tables, comments, pictures, lines of dashes. */
const sentencesOf = (markdown: string): string =>
  markdown
    .slice(0, readLimit)
    .replace(/\r\n?/g, "\n")
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm, "\n")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, " ")
    .replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, " ")
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/^ {0,3}(?:[-*_=] *){3,}$/gm, "")
    .replace(/^[ \t]*\|.*$/gm, "");

const heading = /^\s{0,3}#{1,6}\s+|^\s*\*\*[^*\n]{1,60}\*\*:?\s*$/;

const plain = (line: string): string =>
  line
    .replace(/^\s*(?:>\s*)*(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?)?/, "")
    .replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\w`])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\w`])/g, "")
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/** What an answer says first, in one line; empty if it has no words. Headings count only if there is nothing else. */
export function saidIn(markdown: string): string {
  const lines = sentencesOf(markdown).split("\n");
  const said = lines.filter((line) => !heading.test(line)).map(plain);
  const words = said.some((line) => line !== "") ? said : lines.map(plain);
  return shortened(words.filter((line) => line !== "").join(" "), limit);
}
