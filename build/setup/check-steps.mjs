import { binary } from "./binary.mjs";

/** @typedef {import("./tasks.mjs").Step} Step */

/** Each is a TypeScript program of its own. */
export const PROGRAMS = ["server", "main", "renderer", "test", "build"];

/**
 * @param {string} root
 * @param {string[]} [files] all files by default
 * @returns {Step}
 */
export function format(root, files = []) {
  const biome = binary(root, "@biomejs/biome", "biome");
  const some = files.length > 0 ? ["--no-errors-on-unmatched", "--files-ignore-unknown=true", ...files] : [];
  return { name: "format", argv: [...biome, "check", "--config-path", "build/lint/format.json", ...some] };
}

/**
 * @param {string} root
 * @param {string[]} [files] all files by default
 * @returns {Step}
 */
export function lint(root, files = []) {
  const options = ["--config", "build/lint/oxlintrc.json", "--type-aware", "--deny-warnings"];
  return { name: "lint", argv: [...binary(root, "oxlint"), ...options, ...files] };
}

/**
 * @param {string[]} args
 * @returns {Step}
 */
export function layers(args = []) {
  return { name: "layers", argv: ["build/lint/layers.mjs", ...args] };
}

/** @returns {Step} */
export function glossary() {
  return { name: "glossary", argv: ["build/lint/glossary.mjs"] };
}

/**
 * @param {string} root
 * @param {string} program
 * @param {string[]} options
 * @returns {Step}
 */
export function types(root, program, options = []) {
  const tsc = binary(root, "@typescript/native", "tsc");
  return { name: `types (${program})`, argv: [...tsc, "--project", program, ...options] };
}

/**
 * @param {string} root
 * @returns {Step[]}
 */
export function deadCode(root) {
  const knip = binary(root, "knip");
  return [
    { name: "dead code", argv: knip },
    { name: "dead code (production)", argv: [...knip, "--production", "--include", "files,dependencies"] },
  ];
}
