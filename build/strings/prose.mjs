/** Decides whether a string is text for people if its place in the code does not tell. */

const TWO_WORDS = /[A-Za-z’']+[,;:.!?…)"”’`]*\s+[("“‘`—·]*(?:[A-Za-z]|\{…\}|\d)|\{…\}\s+[a-z]{2,}/;
const SQL =
  /\b(?:SELECT|INSERT INTO|DELETE FROM|UPDATE \S+ SET|WHERE|ORDER BY|IS (?:NOT )?NULL|NOT NULL|PRAGMA|VACUUM|LIMIT \?|ON CONFLICT|COALESCE|DESC|ASC|LEFT JOIN|JOIN|GROUP BY|CREATE|ALTER TABLE|DROP|BEGIN|COMMIT|ROLLBACK)\b|[=<>]+ ?(?:\?|@\w)|\b(?:AND|OR|AS) [\w."{(]/;
const HEADER = /^[\w.+*-]+\/[\w.+*-]+[;,] ?|^(?:Bearer|Basic) |^(?:max-age|public|private|no-store)\b.*[=,]/;
const MEDIA = /^\((?:min|max|pointer|prefers|display|hover)[\w-]*:/;
const CODE =
  /=>|^[\w.:-]+\{[\w-]+:|\bfunction\b.*\{|\bconst \w+ =|;\s*$|^#!|&&|\|\||^\s*[{[]\s*"|::|\bvar\(--/;
const NAME_LIST = /^[\w./:@-]+(?:[ ,]+[\w./:@-]+)*$/;

/** First parts of the class names of Tailwind that are in use. */
const CLASS =
  /^(?:[\w*&[\]().>=~:'"/@#-]*:)?[-!]*(?:absolute|accent|align|animate|appearance|aspect|backdrop|basis|bg|block|border|bottom|break|caret|code|col|columns|content|container|cursor|decoration|delay|diff|divide|duration|ease|end|fill|fixed|flex|float|font|from|gap|grid|grow|h|hidden|inline|inset|invisible|isolate|italic|items|justify|leading|left|line-clamp|list|m|max|mb|me|min|ml|mr|ms|mt|mx|my|object|opacity|order|origin|outline|overflow|overscroll|p|pb|pe|peer|place|pl|pointer-events|pr|ps|pt|px|py|relative|resize|right|ring|rotate|rounded|row|scale|scroll|select|self|shadow|shrink|size|snap|space|sr-only|start|static|sticky|stroke|table|tabular|text|to|top|touch|tracking|transform|transition|translate|truncate|underline|uppercase|via|visible|w|whitespace|will-change|wrap|z|group|contents|dark|antialiased|lowercase|capitalize|normal-case|not-italic|tabular-nums)(?:$|[-/[(].*)/;

/** @param {string} text */
function isClassList(text) {
  const tokens = text.replaceAll("{…}", " ").split(/\s+/).filter(Boolean);
  const classes = tokens.filter((token) => CLASS.test(token) && !/[,;!?]$|\.$/.test(token));
  const isMarked = classes.some((token) => /[-:[]/.test(token));
  return tokens.length > 0 && isMarked && classes.length >= tokens.length * 0.75;
}

/** @param {string} text */
export const hasLetters = (text) => /\p{L}/u.test(text.replaceAll("{…}", ""));

/**
 * Two words or more that are no query, style, header or code. With `aloneToo`, one capitalized word as well.
 * @param {string} text
 * @param {{ aloneToo: boolean }} options
 */
export function isProse(text, { aloneToo }) {
  const trimmed = text.trim();
  if (aloneToo && /^[A-Z][a-z]{2,}(?:…|\.|:)?$/.test(trimmed)) return true;
  if (!TWO_WORDS.test(trimmed)) return false;
  if (SQL.test(trimmed) || HEADER.test(trimmed) || MEDIA.test(trimmed) || isClassList(trimmed)) return false;
  if (CODE.test(trimmed)) return false;
  // Words with signs of identifiers in each of them are a list of names.
  return !(NAME_LIST.test(trimmed) && trimmed.split(/[ ,]+/).every((word) => /[_./:@-]/.test(word)));
}
