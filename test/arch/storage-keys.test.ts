import { expect, it } from "vitest";
import { filesBelow, textOf } from "./tree.ts";

const REGISTRY = "renderer/lib/storage-keys.ts";

/** What is passed to the browser's storage, and properties that are accessed without a method. */
const USE =
  /\b(?:localStorage|sessionStorage)\s*(?:\.\s*(?:get|set|remove)Item\s*\(\s*([^,)]+)|\[\s*([^\]]+)\])/g;

it("reads and writes browser storage only under keys in the registry", (context) => {
  const sources = filesBelow("renderer").filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  if (sources.length === 0) context.skip("the renderer has no sources yet");
  const registry = sources.includes(REGISTRY) ? textOf(REGISTRY) : "";
  const strays = sources
    .filter((file) => file !== REGISTRY)
    .flatMap((file) =>
      [...textOf(file).matchAll(USE)].map(([, item, index]) => ({ file, key: item ?? index ?? "" })),
    )
    .filter(({ key }) => !isListed(key.trim(), registry));
  expect(strays).toEqual([]);
});

/** A literal must be in the registry; an expression must start with a name that the registry exports. */
function isListed(key: string, registry: string): boolean {
  const literal = /^["'`]([^"'`$]+)["'`]$/.exec(key)?.[1];
  if (literal !== undefined) return registry.includes(`"${literal}"`);
  const name = /^[A-Za-z_$][\w$]*/.exec(key)?.[0];
  return name !== undefined && new RegExp(`export (?:const|function) ${name}\\b`).test(registry);
}
