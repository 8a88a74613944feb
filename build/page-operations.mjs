/**
 * Reduces a domain's declarations (server/domains/<group>/<noun>/model.ts) to what the board's page needs. A caller needs
 * only the address of an operation, so a build leaves out schemas and descriptions, and with them zod: a tenth of what a
 * page loads first. Development leaves nothing out, and checks each response by its schema (renderer/lib/client.ts).
 */
import { parseAst } from "vite";

/** @typedef {import("vite").ESTree.Node & { start: number, end: number }} Node */
/** @typedef {import("vite").ESTree.ObjectExpression} Parts */
/** @typedef {{ start: number, end: number, by: (text: string) => string }} Change */

const neededParts = new Set(["id", "method", "path"]);
const declarationFile = /\/server\/(?:domains\/[\w-]+\/[\w-]+|http)\/(?:[\w-]+-)?model\.ts$/;
const fullZod = /\/zod\/v4\/classic\//;

/**
 * A node and every node below it, except in functions.
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

/** The argument of each `operation({ … })`. @param {Node} node @returns {Parts[]} */
const operationsIn = (node) =>
  callsIn(node)
    .filter(({ callee }) => callee.type === "Identifier" && callee.name === "operation")
    .flatMap(({ arguments: [parts] }) => (parts?.type === "ObjectExpression" ? [parts] : []));

/** The parts that no caller needs, each up to the start of the next. @param {Parts} parts @returns {Change[]} */
const unneeded = ({ properties, end }) =>
  properties.flatMap((part, index) => {
    const isNeeded =
      part.type === "SpreadElement" || (part.key.type === "Identifier" && neededParts.has(part.key.name));
    return isNeeded
      ? []
      : [{ start: part.start, end: properties[index + 1]?.start ?? end - 1, by: () => "" }];
  });

/** Marks what is created by calls, so that it can be dropped if nothing refers to it. @param {Node} node @returns {Change} */
const droppable = ({ start, end }) => ({ start, end, by: (text) => `/* @__PURE__ */ (() => (${text}))()` });

/** The names of objects that several operations spread. @param {Parts} parts */
const sharedParts = ({ properties }) =>
  properties.flatMap((part) =>
    part.type === "SpreadElement" && part.argument.type === "Identifier" ? [part.argument.name] : [],
  );

/**
 * The code of a domain's declarations with addresses, and with the schemas that the page itself refers to.
 * @param {string} code
 */
export function withoutSchemas(code) {
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
  transform: (code, id) => (declarationFile.test(id) ? { code: withoutSchemas(code), map: null } : null),
  /** The page itself uses zod/mini. A single reference to a domain's schema would bring all of zod. */
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const hasFullZod = chunks.some(({ modules }) =>
      Object.entries(modules).some(([id, { code }]) => code && fullZod.test(id.replaceAll("\\", "/"))),
    );
    if (hasFullZod)
      this.error("The page refers to a schema of a domain's model, or imports `zod` rather than `zod/mini`.");
  },
});
