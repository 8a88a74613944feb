import ts from "typescript";
import { markupTexts } from "./markup.mjs";
import { INLINE_TAGS, isNamedForText, isText, isVisiblePlace, placeOf } from "./places.mjs";
import { hasLetters, isProse } from "./prose.mjs";

/** @typedef {{ file: string, line: number, kind: string, text: string }} FoundString */

const HOLE = "{…}";
/** An element in a sentence, such as an icon; at either end it is no part of it. */
const ELEMENT = "\uFFFC";

/**
 * Every string of a source file that people can see or hear, in the order of the file.
 * @param {ts.SourceFile} source
 * @returns {FoundString[]}
 */
export function stringsIn(source) {
  /** @type {(FoundString & { start: number })[]} */
  const found = [];
  /** JSX text that is part of a sentence already listed. @type {Set<ts.Node>} */
  const merged = new Set();
  const shown = /^(?:renderer|main)\//.test(source.fileName);

  /** @param {number} start @param {string} kind @param {string} text */
  const add = (start, kind, text) => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    found.push({ file: source.fileName, line: line + 1, kind, text, start });
  };

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) addSentence(node);
    else if (isText(node) && !merged.has(node)) addString(node);
    ts.forEachChild(node, visit);
  };

  /** @param {ts.JsxElement | ts.JsxFragment} node */
  const addSentence = (node) => {
    if (merged.has(node)) return;
    const first = node.children.find((child) => ts.isJsxText(child) && child.text.trim() !== "");
    if (!first) return;
    const text = withoutEnds(sentenceOf(node, merged));
    if (hasLetters(text)) add(startOfText(first), "jsx", text);
  };

  /** @param {ts.Node} node */
  const addString = (node) => {
    const text = textOf(node);
    if (!hasLetters(text)) return;
    const place = placeOf(node);
    if (place.kind === "markup" ? place.name === "html" : /^<(?:!doctype|[a-z][\w-]*>)/i.test(text)) {
      for (const part of markupTexts(rawTextOf(node))) add(node.getStart() + part.offset, "page", part.text);
      return;
    }
    if (place.kind !== "markup" && isListed(node, place, shown))
      add(startOfText(node), place.kind, collapse(text));
  };

  visit(source);
  return found.toSorted((a, b) => a.start - b.start).map(({ start: _start, ...string }) => string);
}

/**
 * @param {ts.Node} node
 * @param {import("./places.mjs").Place} place
 * @param {boolean} shown the file is of the page or the desktop app
 */
function isListed(node, place, shown) {
  const text = textOf(node);
  const visible = isVisiblePlace(place);
  if (visible === false) return false;
  if (visible && (place.kind === "jsx" || place.kind === "attribute" || !isIdentifier(text, shown)))
    return true;
  if (isProse(text, { aloneToo: shown })) return true;
  return (
    shown && ["other", "property"].includes(place.kind) && isNamedForText(node) && /^[a-z ]+$/.test(text)
  );
}

/**
 * A value of the program: `snake_case` and its like, and on the server any single lower-case word.
 * @param {string} text
 * @param {boolean} shown
 */
const isIdentifier = (text, shown) =>
  shown ? /^[a-z]\S*[_A-Z.:/-]\S*$/.test(text) : /^\S*$/.test(text) && !/^[A-Z][a-z]+$/.test(text);

/** @param {ts.Node} node */
function textOf(node) {
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join("");
  return /** @type {ts.LiteralLikeNode} */ (node).text;
}

/** As written, so that places in it are places in the file. @param {ts.Node} node */
const rawTextOf = (node) => {
  const spans = ts.isTemplateExpression(node) ? node.templateSpans : [];
  const start = node.getStart();
  return spans.reduceRight((text, { expression }) => {
    const [from, to] = [expression.getFullStart() - start, expression.getEnd() - start];
    return `${text.slice(0, from)}${" ".repeat(to - from)}${text.slice(to)}`;
  }, node.getText());
};

/**
 * The children of an element as one sentence; elements inside of a sentence are part of it.
 * @param {ts.JsxElement | ts.JsxFragment} node
 * @param {Set<ts.Node>} merged
 * @returns {string}
 */
function sentenceOf(node, merged) {
  return node.children
    .map((child) => {
      if (ts.isJsxText(child)) {
        merged.add(child);
        return jsxText(child.text);
      }
      if (ts.isJsxExpression(child)) return expressionText(child, merged);
      if (ts.isJsxSelfClosingElement(child) && child.tagName.getText().endsWith("Time")) return HOLE;
      if (!ts.isJsxElement(child) || !isInline(child)) return ELEMENT;
      merged.add(child);
      return sentenceOf(child, merged);
    })
    .reduce((text, part, index) => text + (isApart(node.children, index) ? " " : "") + part, "");
}

/**
 * Two elements side by side are apart on the page as well.
 * @param {readonly ts.JsxChild[]} children
 * @param {number} index
 */
const isApart = (children, index) =>
  [children[index - 1], children[index]].every((child) => child && ts.isJsxElement(child));

/** @param {ts.JsxElement} node */
const isInline = ({ openingElement: { tagName }, children }) =>
  INLINE_TAGS.has(tagName.getText()) &&
  children.some((child) => ts.isJsxText(child) && child.text.trim() !== "");

/**
 * @param {ts.JsxExpression} node
 * @param {Set<ts.Node>} merged
 */
function expressionText({ expression }, merged) {
  if (!expression) return "";
  if (!ts.isStringLiteralLike(expression)) return HOLE;
  merged.add(expression);
  return expression.text;
}

/** What React makes of JSX text: lines are trimmed and joined by one space. @param {string} text */
function jsxText(text) {
  const lines = text.split("\n");
  return lines
    .map((line, index) => (index === 0 ? line : line.trimStart()))
    .map((line, index) => (index === lines.length - 1 ? line : line.trimEnd()))
    .filter((line, index) => line !== "" || (lines.length === 1 && index === 0))
    .join(" ");
}

/** @param {string} text */
const withoutEnds = (text) =>
  collapse(text)
    .replace(/^[\s\uFFFC]+|[\s\uFFFC]+$/g, "")
    .replaceAll(ELEMENT, HOLE);

/** @param {string} text */
const collapse = (text) => text.replace(/\s+/g, " ").trim();

/** @param {ts.Node} node */
function startOfText(node) {
  if (!ts.isJsxText(node)) return node.getStart();
  const text = node.getFullText();
  return node.getFullStart() + text.length - text.trimStart().length;
}
