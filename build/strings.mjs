/** Lists every text that people can see or hear, as `file:line  "text"`: npm run strings -- [path part] [--feature NAME] [--json] [--count] [--root FOLDER]. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { stringsIn } from "./strings/extract.mjs";
import { parseFile, sourceFiles } from "./strings/sources.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    feature: { type: "string" },
    json: { type: "boolean", default: false },
    count: { type: "boolean", default: false },
    /** Lists the strings of another folder; used by a test. */
    root: { type: "string", default: dirname(dirname(fileURLToPath(import.meta.url))) },
  },
});

/** @param {string} file */
const isWanted = (file) =>
  positionals.every((part) => file.includes(part)) &&
  (values.feature === undefined || file.split("/").includes(values.feature));

const strings = sourceFiles(values.root)
  .filter(isWanted)
  .map((file) => stringsIn(parseFile(values.root, file)))
  .filter((found) => found.length > 0);

if (values.count) process.stdout.write(`${strings.flat().length}\n`);
else if (values.json) process.stdout.write(`${JSON.stringify(strings.flat(), null, 2)}\n`);
else process.stdout.write(`${strings.map(listing).join("\n\n")}\n`);

/** @param {import("./strings/extract.mjs").FoundString[]} found */
function listing(found) {
  return found.map(({ file, line, text }) => `${file}:${line}  ${JSON.stringify(text)}`).join("\n");
}
