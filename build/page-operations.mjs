/**
 * What the board's page takes of a domain's declarations (server/domains/<group>/<noun>/model.ts). A caller needs the address of an
 * operation and nothing else, so a build leaves the shapes and the words out, and with them zod: a tenth of what a page
 * begins with. While developing nothing is left out, and each answer is read by its shape (renderer/lib/client.ts).
 */
import { parseAst } from "vite";

/** @typedef {import("vite").ESTree.Node & { start: number, end: number }} Node */
/** @typedef {import("vite").ESTree.ObjectExpression} Parts */
/** @typedef {{ start: number, end: number, by: (text: string) => string }} Change */

const called = new Set(["id", "method", "path"]);
const declarations = /\/server\/(?:domains\/[\w-]+\/[\w-]+|http)\/model\.ts$/;
const wholeZod = /\/zod\/v4\/classic\//;

/**
 * Every node below one, itself included, but for what stands in functions.
 * @param {Node} node
 * @returns {Generator<Node>}
 */
function* nodesOf(node) {
  yield node;
  if (/Function/.test(node.type)) return;
  for (const child of Object.values(node).flat()) if (typeof child?.type === "string") yield* nodesOf(child);
}

/** @param {Node} node */
const callsIn = (node) => [...nodesOf(node)].filter((below) => below.type === "CallExpression");

/** What stands in each `operation({ … })`. @param {Node} node @returns {Parts[]} */
const operationsIn = (node) =>
  callsIn(node)
    .filter(({ callee }) => callee.type === "Identifier" && callee.name === "operation")
    .flatMap(({ arguments: [parts] }) => (parts?.type === "ObjectExpression" ? [parts] : []));

/** The parts that no caller needs, each up to the next one. @param {Parts} parts @returns {Change[]} */
const unneeded = ({ properties, end }) =>
  properties.flatMap((part, index) => {
    const isNeeded =
      part.type === "SpreadElement" || (part.key.type === "Identifier" && called.has(part.key.name));
    return isNeeded
      ? []
      : [{ start: part.start, end: properties[index + 1]?.start ?? end - 1, by: () => "" }];
  });

/** What is made by calls may go where nothing refers to it. @param {Node} node @returns {Change} */
const droppable = ({ start, end }) => ({ start, end, by: (text) => `/* @__PURE__ */ (() => (${text}))()` });

/** The names of what several operations have in common. @param {Parts} parts */
const sharedParts = ({ properties }) =>
  properties.flatMap((part) =>
    part.type === "SpreadElement" && part.argument.type === "Identifier" ? [part.argument.name] : [],
  );

/**
 * The code of a domain's declarations with addresses, and with those shapes that the page itself refers to.
 * @param {string} code
 */
export function withoutShapes(code) {
  const values = parseAst(code).body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return declaration?.type === "VariableDeclaration" ? declaration.declarations : [];
  });
  const shared = new Set(values.flatMap(({ init }) => (init ? operationsIn(init).flatMap(sharedParts) : [])));
  return values
    .flatMap(({ id, init }) => {
      if (!init) return [];
      const operations = operationsIn(init);
      if (operations.length > 0) return operations.flatMap(unneeded);
      if (id.type === "Identifier" && shared.has(id.name) && init.type === "ObjectExpression")
        return unneeded(init);
      return callsIn(init).length > 0 ? [droppable(init)] : [];
    })
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, by }) => text.slice(0, start) + by(text.slice(start, end)) + text.slice(end),
      code,
    );
}

/** @returns {import("vite").Plugin} */
export const pageOperations = () => ({
  name: "page-operations",
  apply: "build",
  transform: (code, id) => (declarations.test(id) ? { code: withoutShapes(code), map: null } : null),
  /** What the page reads, it reads with zod/mini; one shape of a domain that it refers to brings all of zod. */
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const isWhole = chunks.some(({ modules }) =>
      Object.entries(modules).some(([id, { code }]) => code && wholeZod.test(id.replaceAll("\\", "/"))),
    );
    if (isWhole)
      this.error("The page refers to a shape of a domain's model, or imports `zod` and not `zod/mini`.");
  },
});
