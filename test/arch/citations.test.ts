import { expect, it } from "vitest";
import { filesBelow, textOf } from "./tree.ts";

const sources = ["server", "renderer", "main", "build", "test"]
  .flatMap(filesBelow)
  .filter((file) => /\.(ts|tsx|mjs|cjs|css)$/.test(file));

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/.*$/gm;
const DECLARED = /\bsource: "([^"]*)"/g;
const TITLE = /"[^"\n]*(\((?:[ERX]\d+(?:, )?)+\))[^"\n]*"/g;

/** The comments, operation declarations and test titles of a file, where citations are. */
function citingParts(file: string): string[] {
  const text = textOf(file);
  return [
    ...[...text.matchAll(COMMENT)].map(([comment]) => comment),
    ...[DECLARED, TITLE].flatMap((pattern) => [...text.matchAll(pattern)].map(([, cited = ""]) => cited)),
  ];
}

const citing = sources.map((file) => ({ file, text: citingParts(file).join("\n") }));

function found(pattern: RegExp): { file: string; cited: string }[] {
  return citing.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([whole, cited = whole]) => ({ file, cited })),
  );
}

it("cites requirements that docs/requirements.md lists", () => {
  const listed = new Set(
    [...textOf("docs/requirements.md").matchAll(/^\| ([ERX]\d+) \|/gm)].map(([, id]) => id),
  );
  const cited = found(/\b([ERX][1-9]\d{0,2})\b/g);
  expect(cited.length).toBeGreaterThan(300);
  expect(cited.filter(({ cited: id }) => !listed.has(id))).toEqual([]);
});

it("cites decisions that docs/decisions has", () => {
  const numbers = new Set(filesBelow("docs/decisions").flatMap((file) => /\/(\d{4})-/.exec(file)?.[1] ?? []));
  const cited = found(/docs\/decisions\/(\w*)/g);
  expect(cited.filter(({ cited: number }) => !numbers.has(number))).toEqual([]);
});

it("cites no document from outside the repository", () => {
  expect(
    found(
      /\b(?:lifecycle|checklist|design|facts|transcripts|specification|style)(?:\.md)?:?(?: section)? \d+\w*/g,
    ),
  ).toEqual([]);
});
