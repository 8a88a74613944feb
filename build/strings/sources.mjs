import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Folders whose code can show text to a person. */
const ROOTS = ["server", "main", "renderer", "build"];
const SOURCE = /\.(tsx?|mjs|cjs)$/;
const TEST = /\.test\.tsx?$|[.-]test-(data|bed)\.tsx?$|\.d\.ts$/;

/**
 * Source files below `folder` of the project, tests left out, relative to `root` with forward slashes.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(root, path);
    return SOURCE.test(entry.name) && !TEST.test(entry.name) ? [path] : [];
  });
}

/** @param {string} root */
export function sourceFiles(root) {
  const present = new Set(readdirSync(root));
  return ROOTS.filter((folder) => present.has(folder)).flatMap((folder) => filesBelow(root, folder));
}

/**
 * @param {string} root
 * @param {string} file
 */
export const parseFile = (root, file) => parseSource(file, readFileSync(join(root, file), "utf8"));

/**
 * @param {string} file
 * @param {string} code
 */
export function parseSource(file, code) {
  const kind = file.endsWith(".tsx")
    ? ts.ScriptKind.TSX
    : file.endsWith(".ts")
      ? ts.ScriptKind.TS
      : ts.ScriptKind.JS;
  return ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
}
