/** @typedef {Record<string, Record<string, number>>} Allowance counts by file and word */
/** @typedef {import("./findings.mjs").Finding} Finding */

/**
 * @param {Finding[]} findings
 * @returns {Allowance}
 */
function countUses(findings) {
  /** @type {Allowance} */
  const counts = {};
  for (const { file, word } of findings) {
    const words = (counts[file] ??= {});
    words[word] = (words[word] ?? 0) + 1;
  }
  return counts;
}

/**
 * The uses of each word in each file that is used more often than allowed; all of them, because it is unknown which one is new.
 * @param {Finding[]} findings
 * @param {Allowance} allowed
 */
export function overAllowance(findings, allowed) {
  const counts = countUses(findings);
  return findings.filter(({ file, word }) => (counts[file]?.[word] ?? 0) > (allowed[file]?.[word] ?? 0));
}

/**
 * Allowances larger than their use.
 * @param {Finding[]} findings
 * @param {Allowance} allowed
 */
export function slack(findings, allowed) {
  const counts = countUses(findings);
  return Object.entries(allowed).flatMap(([file, words]) =>
    Object.entries(words).flatMap(([word, most]) => {
      const used = counts[file]?.[word] ?? 0;
      return used < most ? [{ file, word, most, used }] : [];
    }),
  );
}

/**
 * The allowance lowered to what is used, and never raised.
 * @param {Finding[]} findings
 * @param {Allowance} allowed
 * @returns {Allowance}
 */
export function shrink(findings, allowed) {
  const counts = countUses(findings);
  const files = Object.entries(allowed).map(([file, words]) => {
    const left = Object.entries(words)
      .map(([word, most]) => /** @type {const} */ ([word, Math.min(most, counts[file]?.[word] ?? 0)]))
      .filter(([, most]) => most > 0);
    return /** @type {const} */ ([file, Object.fromEntries(left)]);
  });
  return Object.fromEntries(files.filter(([, words]) => Object.keys(words).length > 0));
}
