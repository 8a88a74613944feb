import ts from "typescript";

/** @typedef {{ line: number, name: string }} DeclaredName */

/**
 * The words of a camelCase, PascalCase or kebab-case name, in lower case and apart by one space.
 * @param {string} name
 */
export const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();

/** Files whose properties are named by the wire, by a stored column, or by the data of a test. */
const FOREIGN_PROPERTIES = /\/(?:model|table)\.ts$|\.test\.tsx?$|^test\//;

/** Of the wire, the database and the environment. @param {string} name */
const isForeign = (name) => name.includes("_");

/**
 * Every name that a source file declares: variables, parameters, functions, types and their members.
 * @param {ts.SourceFile} source
 * @returns {DeclaredName[]}
 */
export function declaredNames(source) {
  /** @type {DeclaredName[]} */
  const names = [];
  const hasForeignProperties = FOREIGN_PROPERTIES.test(source.fileName);

  /** @param {ts.Node} node */
  const visit = (node) => {
    const name = declaredName(node, hasForeignProperties);
    if (name && !isForeign(name.text)) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source));
      names.push({ line: line + 1, name: name.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/**
 * @param {ts.Node} node
 * @param {boolean} hasForeignProperties
 */
function declaredName(node, hasForeignProperties) {
  if (!isDeclaration(node)) return null;
  if (hasForeignProperties && (ts.isPropertyAssignment(node) || ts.isPropertySignature(node))) return null;
  return node.name && ts.isIdentifier(node.name) ? node.name : null;
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.NamedDeclaration}
 */
function isDeclaration(node) {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isGetAccessor(node)
  );
}
