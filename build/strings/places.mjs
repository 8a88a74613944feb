import ts from "typescript";

/** Where a string is used: the kind of place, and the attribute, property or function it goes to. */
/** @typedef {{ kind: "jsx" | "attribute" | "property" | "call" | "log" | "error" | "template" | "markup" | "other" | "technical", name: string }} Place */

/** JSX attributes that people see or hear, of HTML and of our own components. */
const VISIBLE_ATTRIBUTES = new Set(
  `about act alt aria-description aria-label aria-roledescription aria-valuetext aside cause description done empty every
  facts heading hint label legend none note placeholder problem sentence spoken summary text title what where why`.split(
    /\s+/,
  ),
);
const TECHNICAL_ATTRIBUTES = new Set(
  `accept align aria-controls aria-current aria-describedby aria-haspopup aria-labelledby aria-live autoComplete
  className class d decoding dir enterKeyHint entry fence fill foldKey followOutput form from href hotkey htmlFor id
  inputMode key keywords kind lang loading look loss markWidth method mode position rel role scope section shape size slot src
  state stroke style tab target to tone transcript transform type value variant viewBox width height xmlns Heading`.split(
    /\s+/,
  ),
);

/** Properties whose values people read, wherever they are. */
const VISIBLE_PROPERTIES = new Set(
  `about act aside body buttonLabel cancelLabel description detail does done failed groupLabel heading headline hint
  instructions label legend loading message note placeholder problem question refused remedy replyPlaceholder says
  sentence spoken subtitle summary title toolTip what why`.split(/\s+/),
);
const TECHNICAL_PROPERTIES = new Set(
  `accelerator accept cache-control className content-type contentType dateStyle flag format hotkey href icon id
  key keyBy keywords kind lane method mode networkMode onDelete operationId path pattern phase place position role
  sameSite scope section shortcut source src style timeStyle to tone type unit url variable verdict visibility where
  with`.split(/\s+/),
);

/** Functions whose string arguments people read, whichever argument it is. */
const VISIBLE_CALLS = new Set(
  `sayDone sayWarning sayRefused sayWorking heading section counted plural many describe note noteOnce setToolTip print
  usage met unmet doubt announce`.split(/\s+/),
);
const TECHNICAL_CALLS = new Set(
  `addEventListener removeEventListener closest querySelector querySelectorAll cva cn clsx prepare exec pragma pluck
  join split replace replaceAll startsWith endsWith includes indexOf lastIndexOf matchMedia useMedia getElementById
  createHash createHmac setHeader getHeader getAttribute setAttribute integer text index uniqueIndex sqliteTable check
  readFile readFileSync writeFile localeCompare import require lazyPart getRouteApi RegExp URL useOfferCommands
  sessionDraft execa spawn git run matches literal define on once off Error.captureStackTrace`.split(/\s+/),
);

/** Functions and tables that are named for text. */
const NAMED_FOR_TEXT = /(?:words?|labels?|texts?|titles?|sentences?|phrases?|says)$/i;

/** Tags that stay inside their sentence. */
export const INLINE_TAGS = new Set(
  "a abbr b bdi br code em i kbd mark q s small span strong sub sup time u Kbd Link Mono".split(" "),
);

/** @param {ts.Node} node */
export const isText = (node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isJsxText(node);

/**
 * The nearest node around a string that is not merely a choice between strings or a part of one.
 * @param {ts.Node} node
 */
function user(node) {
  let child = node;
  let parent = node.parent;
  while (passesThrough(parent, child)) {
    child = parent;
    parent = parent.parent;
  }
  return { parent, child };
}

/**
 * @param {ts.Node} parent
 * @param {ts.Node} child
 */
function passesThrough(parent, child) {
  if (ts.isConditionalExpression(parent)) return parent.condition !== child;
  if (ts.isBinaryExpression(parent)) return isChoice(parent, child);
  // Strings of a list, as in `[…].filter(Boolean).join("\n")`, go where their method's result goes.
  if (ts.isPropertyAccessExpression(parent)) return !ts.isStringLiteralLike(child);
  if (ts.isCallExpression(parent)) return parent.expression === child && ts.isPropertyAccessExpression(child);
  return (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent))
  );
}

/**
 * @param {ts.BinaryExpression} node
 * @param {ts.Node} child
 */
function isChoice({ operatorToken: { kind }, right }, child) {
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return right === child;
  return (
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.PlusToken
  );
}

/**
 * @param {ts.Node} node a string, a template or JSX text
 * @returns {Place}
 */
export function placeOf(node) {
  const { parent, child } = user(node);
  if (isNeverText(parent, child)) return { kind: "technical", name: "" };
  if (ts.isJsxText(node) || ts.isJsxExpression(parent)) return { kind: "jsx", name: "" };
  if (ts.isTemplateSpan(parent)) return { kind: "template", name: "" };
  if (ts.isTaggedTemplateExpression(parent)) return { kind: "markup", name: parent.tag.getText() };
  if (ts.isJsxAttribute(parent)) return { kind: "attribute", name: parent.name.getText() };
  if (ts.isPropertyAssignment(parent)) return { kind: "property", name: keyOf(parent.name) };
  if (ts.isNewExpression(parent) && /(?:Error|Refusal)$/.test(parent.expression.getText()))
    return { kind: "error", name: parent.expression.getText() };
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return placeInCall(parent.expression);
  if (ts.isArrowFunction(parent) || ts.isReturnStatement(parent)) return placeOfResult(parent);
  return { kind: "other", name: "" };
}

/** The result of a function in a property counts as the property's value: `message: ({ id }) => …`. */
/** @param {ts.Node} node @returns {Place} */
function placeOfResult(node) {
  const result = ts.isArrowFunction(node) ? node : ts.findAncestor(node, ts.isFunctionLike);
  const owner = result?.parent;
  if (owner && ts.isPropertyAssignment(owner)) return { kind: "property", name: keyOf(owner.name) };
  return { kind: "other", name: "" };
}

/**
 * @param {ts.Node} parent
 * @param {ts.Node} child
 */
function isNeverText(parent, child) {
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isExternalModuleReference(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isPropertyAccessExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isExpressionStatement(parent) ||
    ts.isTemplateLiteralTypeSpan(parent) ||
    (ts.isBinaryExpression(parent) && !isAssignment(parent)) ||
    (ts.isPropertyAssignment(parent) && parent.name === child) ||
    ts.isPropertySignature(parent)
  );
}

/** @param {ts.BinaryExpression} node */
const isAssignment = ({ operatorToken: { kind } }) =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** @param {ts.PropertyName} name */
const keyOf = (name) => (ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : "");

/** @param {ts.Expression} callee @returns {Place} */
function placeInCall(callee) {
  if (/\blog\??\.(?:fatal|error|warn|info|debug)$/.test(callee.getText())) return { kind: "log", name: "" };
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return { kind: "technical", name: "" };
  return {
    kind: "call",
    name: ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText(),
  };
}

/**
 * The decision by the place alone: true for visible, false for technical, null if the text has to decide.
 * @param {Place} place
 */
export function isVisiblePlace({ kind, name }) {
  if (kind === "jsx") return true;
  if (kind === "technical") return false;
  if (kind === "error") return null;
  if (kind === "attribute") return verdict(name, VISIBLE_ATTRIBUTES, TECHNICAL_ATTRIBUTES);
  if (kind === "property") return verdict(name, VISIBLE_PROPERTIES, TECHNICAL_PROPERTIES);
  if (kind === "call") return verdict(name, VISIBLE_CALLS, TECHNICAL_CALLS);
  return null;
}

/**
 * Whether the function or table around a string is named for text: `statusLabels`, `lineWords()`.
 * @param {ts.Node} node
 */
export function isNamedForText(node) {
  const owner = ts.findAncestor(
    node,
    (above) =>
      ts.isFunctionDeclaration(above) || (ts.isVariableDeclaration(above) && ts.isIdentifier(above.name)),
  );
  const name =
    owner && (ts.isFunctionDeclaration(owner) || ts.isVariableDeclaration(owner)) ? owner.name : null;
  return name !== null && name !== undefined && ts.isIdentifier(name) && NAMED_FOR_TEXT.test(name.text);
}

/**
 * @param {string} name
 * @param {Set<string>} visible
 * @param {Set<string>} technical
 */
const verdict = (name, visible, technical) => (visible.has(name) ? true : technical.has(name) ? false : null);
