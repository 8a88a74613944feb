/** Lists every text that people can see or hear, as `file:line  "text"`: npm run strings -- [path part] [--feature NAME] [--json] [--count]. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { stringsIn } from "./strings/extract.mjs";
import { parseFile, sourceFiles } from "./strings/sources.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    feature: { type: "string" },
    json: { type: "boolean", default: false },
    count: { type: "boolean", default: false },
  },
});

/** @param {string} file */
const isWanted = (file) =>
  positionals.every((part) => file.includes(part)) &&
  (values.feature === undefined || file.split("/").includes(values.feature));

const strings = sourceFiles(root)
  .filter(isWanted)
  .map((file) => stringsIn(parseFile(root, file)))
  .filter((found) => found.length > 0);

if (values.count) process.stdout.write(`${strings.flat().length}\n`);
else if (values.json) process.stdout.write(`${JSON.stringify(strings.flat(), null, 2)}\n`);
else process.stdout.write(`${strings.map(listing).join("\n\n")}\n`);

/** @param {import("./strings/extract.mjs").FoundString[]} found */
function listing(found) {
  return found.map(({ file, line, text }) => `${file}:${line}  ${JSON.stringify(text)}`).join("\n");
}
