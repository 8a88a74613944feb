import { shortened } from "../../../lib/character-rules.ts";

const questionLimit = 300;

/** The question marks of all scripts, and what may follow one. */
const endsOnMark = /[?？؟՞⁇⁈⁉︖﹖፧᥅⸮][!！?？.…\s)\]）」』"'”’»*_\p{Extended_Pictographic}\uFE0F\u200D]*$/u;
/** Japanese and Chinese ask with a particle before a full stop. */
const endsOnParticle = /(?:ですか|ますか|でしょうか|ましょうか|吗|嗎)[。.]?$/u;
/** Greek asks with a semicolon. */
const greekLetter = /\p{Script=Greek}/u;

/** What people say to be polite; nobody waits for the answer. */
const closers: readonly RegExp[] = [
  /^(?:is there |do you (?:need|want) |would you like |need |can i (?:help|do) (?:you )?(?:with )?)?(?:me to (?:do|help with) |help with )?(?:any|some)(?:thing|one)? ?else\b/i,
  /\banything (?:else|more|further)\b/i,
  /^(?:do you have )?(?:any|more|further|other)(?: other| further| more)? (?:questions?|thoughts|feedback|comments|concerns)\b/i,
  /\bif you (?:have|need|want|like|would like|'d like|prefer|run into|see|notice|spot|think)\b/i,
  /^(?:please )?(?:feel free|don['’]t hesitate|do not hesitate)\b/i,
  /^(?:happy|glad) to\b/i,
  /^(?:does|did|hope|i hope) (?:that|this|it) (?:help|helps|helped|make sense|makes sense|clear|answer)/i,
  /^(?:makes? sense|all good|see)\?$/i,
  /\b(?:what|anything|where) (?:would you like|do you want|should (?:i|we)|shall (?:i|we))(?: me)? to? ?(?:do|work on|tackle|go|start|look at)? ?next\b/i,
  /^what['’]?s next\b/i,
  /^how (?:else )?(?:can|may) i (?:help|assist)\b/i,
  /^(?:thanks|thank you|cheers|enjoy|good luck|happy (?:coding|hacking))\b/i,
  /^(?:just )?let me know(?:[.!]| how it goes| if\b(?! (?:i|we) (?:should|can|may|shall)\b))/i,
];

/** Asks without a question mark. */
const requests: readonly RegExp[] = [
  /^(?:please |kindly |then |so |and |just )*(?:let me know|tell me|advise|specify|choose|pick|decide|say)\b.*\b(?:which|what|whether|how|when|where|who|if (?:i|we) (?:should|can|may|shall))\b/i,
  /^(?:please |kindly )(?:choose|pick|decide|confirm|approve|advise|clarify|specify|answer|provide|share|send|paste|tell me)\b/i,
  /\b(?:waiting|wait) (?:for|on) your (?:answer|reply|response|decision|approval|confirmation|input|go-ahead|choice)\b/i,
  /\bi(?:['’]ll| will)? need (?:your|you to|to know)\b/i,
  /\b(?:awaiting|pending) your\b/i,
];

/** A question in the last paragraph that is about what to do, though a sentence follows it. */
const asksForDirection =
  /\b(?:should (?:i|we)|shall (?:i|we)|may i|can i|do you (?:want|prefer|agree)|would you (?:like|prefer|rather)|could you|can you|want me to|ok(?:ay)? (?:to|if)|which .*\b(?:you|i|we)\b)/i;

/** The question that a text ends on, in one line; null if it ends on none. Code and quotations do not count. */
export function questionAtEnd(markdown: string): string | null {
  const blocks = blocksOf(proseOf(markdown));
  const trailing: string[][] = [];
  for (const block of blocks.toReversed()) {
    const sentences = block.lines.flatMap(sentencesOf);
    const meaningful = withoutClosers(sentences);
    if (meaningful.length === 0) continue;
    if (block.isList && !endsAsking(meaningful)) {
      // Options below a question, which is in the block before.
      trailing.push(meaningful);
      if (trailing.length > mostListBlocks) return null;
      continue;
    }
    return askedIn(meaningful, { before: trailing.length > 0, isList: block.isList });
  }
  return null;
}

const mostListBlocks = 2;

/** Asks of the person in the last lines, in words that may also be politeness or a report. */
const mayAsk =
  /[?？؟;]|\b(?:let me know|would you|should (?:i|we)|shall (?:i|we)|your call|up to you|if you)\b/i;
const tailLines = 3;

/** Whether the words alone leave open if the answer waits for the person: they may ask, and do not end on a plain question. */
export function isUnclear(markdown: string): boolean {
  const question = questionAtEnd(markdown);
  if (question !== null) return !endsOnMark.test(question) && !endsOnParticle.test(question);
  const lines = blocksOf(proseOf(markdown)).flatMap((block) => block.lines);
  return lines.slice(-tailLines).some((line) => mayAsk.test(line));
}

interface Block {
  isList: boolean;
  lines: string[];
}

/** Without what is not said to the reader: code, quotations, comments, addresses. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, "\n")
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm, "\n")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, " ")
    .replace(/`+[^`\n]*`+/g, "code")
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/<?https?:\/\/[^\s>)]+>?/g, "link")
    .replace(/^[ \t]*>.*$/gm, "")
    .replace(/^ {0,3}(?:[-*_] *){3,}$/gm, "")
    .replace(/^[ \t]*\|.*\|[ \t]*$/gm, "")
    .replace(/["“„«「『][^"“”„«»「」『』\n]*["”“»」』]/gu, "quote");
}

const listItem = /^\s*(?:[-*+•]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s+/;

function blocksOf(prose: string): Block[] {
  const blocks: Block[] = [];
  let isNew = true;
  for (const raw of prose.split("\n")) {
    const isItem = listItem.test(raw);
    const line = raw
      .replace(listItem, "")
      .replace(/^\s*#{1,6}\s+/, "")
      .replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}/g, "")
      .trim();
    const last = blocks.at(-1);
    if (line === "") isNew = true;
    else if (last && !isNew && (last.isList === isItem || (last.isList && /^\s/.test(raw))))
      last.lines.push(line);
    else {
      blocks.push({ isList: isItem, lines: [line] });
      isNew = false;
    }
  }
  return blocks;
}

/** Splits at the end of sentences; a period within a name or a number ends none. */
const sentencesOf = (line: string): string[] =>
  line
    .split(/(?<=[.!?？！。؟⁇⁈⁉][)\]"'”’»]*)\s+|(?<=[？！。])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}?？؟;]/u.test(sentence));

const isCloser = (sentence: string): boolean =>
  closers.some((closer) => closer.test(sentence)) && !isRequest(sentence);
const isRequest = (sentence: string): boolean => requests.some((request) => request.test(sentence));

function withoutClosers(sentences: readonly string[]): string[] {
  const last = sentences.findLastIndex((sentence) => !isCloser(sentence));
  return sentences.slice(0, last + 1);
}

const isQuestion = (sentence: string): boolean =>
  endsOnMark.test(sentence) ||
  endsOnParticle.test(sentence) ||
  (/[;\u037E]$/u.test(sentence) && greekLetter.test(sentence)) ||
  isRequest(sentence);

const endsAsking = (sentences: readonly string[]): boolean => isQuestion(sentences.at(-1) ?? "");

/** Sentences after a question that still belong to it, such as a recommendation. */
const mostAfterQuestion = 2;

function askedIn(
  sentences: readonly string[],
  { before, isList }: { before: boolean; isList: boolean },
): string | null {
  const last = sentences.at(-1) ?? "";
  if (isQuestion(last)) return shortened(last, questionLimit);
  const recent = isList ? [] : sentences.slice(-1 - mostAfterQuestion - Number(before)).toReversed();
  const asked = recent.find((sentence) => isQuestion(sentence) && asksForDirection.test(sentence));
  return asked === undefined ? null : shortened(asked, questionLimit);
}
