import { INLINE_TAGS } from "./places.mjs";

const TAG = /<!?\/?([a-z][\w-]*)([^>]*)>/gi;
const VISIBLE_ATTRIBUTE = /\b(?:alt|aria-label|placeholder|title)="([^"]*)"/g;

/**
 * The sentences of a template of HTML, whose holes are written `${ }`.
 * @param {string} raw
 * @returns {{ offset: number, text: string }[]}
 */
export function markupTexts(raw) {
  const parts = [...attributeTexts(raw), ...sentences(raw)];
  return parts
    .map(({ offset, text }) => ({
      offset: offset + text.length - text.trimStart().length,
      text: text
        .replace(/\$\{\s*\}/g, "{…}")
        .replace(/\s+/g, " ")
        .replaceAll("&nbsp;", " ")
        .trim(),
    }))
    .filter(({ text }) => /\p{L}/u.test(text.replaceAll("{…}", "")))
    .toSorted((a, b) => a.offset - b.offset);
}

/** @param {string} raw */
const attributeTexts = (raw) =>
  [...raw.matchAll(TAG)].flatMap((tag) =>
    [...tag[0].matchAll(VISIBLE_ATTRIBUTE)].map((attribute) => ({
      offset: tag.index + attribute.index,
      text: attribute[1] ?? "",
    })),
  );

/** The text between tags that end a sentence. @param {string} raw */
function sentences(raw) {
  const inner = raw.replace(/^`|`$/g, " ");
  const texts = [];
  let text = "";
  let start = 0;
  let last = 0;
  for (const tag of inner.matchAll(TAG)) {
    text += inner.slice(last, tag.index);
    last = tag.index + tag[0].length;
    if (INLINE_TAGS.has((tag[1] ?? "").toLowerCase())) {
      // Keeps the place of what follows.
      text += text.trim() === "" ? " ".repeat(tag[0].length) : "";
      continue;
    }
    texts.push({ offset: start, text });
    text = "";
    start = last;
  }
  return [...texts, { offset: start, text: text + inner.slice(last) }];
}
