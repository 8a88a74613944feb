/**
 * Fails on a new use of a word that docs/glossary.md says to avoid, in a name or in a text that people read. Uses from
 * before are counted in glossary-allowed.json; --shrink lowers its counts to what is left.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { overAllowance, shrink, slack } from "./glossary/allowance.mjs";
import { readGlossary } from "./glossary/entries.mjs";
import { findUses } from "./glossary/findings.mjs";

const root = process.cwd();
const allowanceFile = join(root, "build/lint/glossary-allowed.json");

const { entries, folders, problems } = readGlossary(readFileSync(join(root, "docs/glossary.md"), "utf8"));
if (entries.length === 0) throw new Error("docs/glossary.md has no entries to avoid");
const uses = findUses(root, entries);
/** @type {import("./glossary/allowance.mjs").Allowance} */
const allowed = existsSync(allowanceFile) ? JSON.parse(readFileSync(allowanceFile, "utf8")) : {};

if (process.argv.includes("--shrink")) {
  writeFileSync(allowanceFile, `${JSON.stringify(shrink(uses, allowed), null, 2)}\n`);
} else {
  const findings = [
    ...problems,
    ...folders
      .filter((folder) => !existsSync(join(root, folder)))
      .map((folder) => `docs/glossary.md names ${folder}, which does not exist`),
    ...overAllowance(uses, allowed).map(describe),
    ...slack(uses, allowed).map(
      ({ file, word, most, used }) =>
        `${file}: allowed to use "${word}" ${most} times, but uses it ${used} times. Run node build/lint/glossary.mjs --shrink.`,
    ),
  ];
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(`${findings.length} violations, ${uses.length} uses of ${entries.length} words\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

/** @param {import("./glossary/findings.mjs").Finding} finding */
function describe({ file, line, kind, where, word, term }) {
  const place = line === 0 ? file : `${file}:${line}`;
  return `${place}: the ${kind} "${where}" uses "${word}"; see "${term}" in docs/glossary.md`;
}
