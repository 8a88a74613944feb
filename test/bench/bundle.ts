/** How much a browser fetches for each page of the board the first time, as it comes over a line: gzipped. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Measurement } from "./measurement.ts";

const built = join(import.meta.dirname, "../../dist/renderer");
/** What the first page may weigh (facts: 250 KB). */
const goalKb = 250;

/** The pages by the names of their chunks. */
const pages = ["Board", "SessionPage", "NewSession", "InboxPage", "SettingsPage", "TriggersPage"];
/** What is fetched when it is first used and not before. */
const later = ["ReorderArea"];

const staticImport = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;

/** A built folder's scripts, and what each of them needs before it runs. */
async function readChunks(folder: string) {
  const names = await readdir(join(folder, "assets"));
  const texts = new Map<string, string>();
  for (const name of names.filter((one) => one.endsWith(".js")))
    texts.set(name, await readFile(join(folder, "assets", name), "utf8"));
  const html = await readFile(join(folder, "index.html"), "utf8");
  const styles = await Promise.all(
    [...html.matchAll(/assets\/([\w.-]+\.css)/g)].map(([, name = ""]) =>
      readFile(join(folder, "assets", name)),
    ),
  );

  /** The chunk with everything it imports before it runs. */
  function closure(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, next = ""] of texts.get(name)?.matchAll(staticImport) ?? []) closure(next, found);
    return found;
  }

  const first = new Set(
    [...html.matchAll(/assets\/([\w.-]+\.js)/g)].flatMap(([, name = ""]) => [...closure(name)]),
  );
  const kb = (chunks: Iterable<string>): number =>
    [...chunks].reduce((sum, name) => sum + gzipSync(texts.get(name) ?? "").length, 0) / 1_000;
  return {
    /** What every page begins with, its styles among it. */
    first,
    firstKb: kb(first) + styles.reduce((sum, style) => sum + gzipSync(style).length, 0) / 1_000,
    /** What a chunk needs that is not in `first`, in KB; null where there is no such chunk. */
    addedKb(prefix: string): number | null {
      const name = [...texts.keys()].find((one) => one.startsWith(`${prefix}-`));
      return name === undefined ? null : kb([...closure(name)].filter((one) => !first.has(one)));
    },
  };
}

export async function bundleBench(): Promise<Measurement[]> {
  if (!existsSync(join(built, "index.html"))) {
    return [{ ...figure("first page", null, null), note: "the board is not built (`npm run build`)" }];
  }
  const { firstKb, addedKb } = await readChunks(built);
  const sum = (added: number | null): number | null => added && firstKb + added;
  return [
    ...pages.map((page) => figure(`page ${page}, all it needs`, sum(addedKb(page)), firstKb)),
    ...later.map((chunk) => ({ ...figure(`${chunk}, fetched when first used`, addedKb(chunk), firstKb) })),
  ];
}

const figure = (name: string, measured: number | null, reference: number | null): Measurement => ({
  figure: `scripts and styles, gzipped: ${name}`,
  unit: "KB",
  measured,
  reference,
  against: "what every page begins with",
  goal: { on: "measured", bound: "at most", value: goalKb },
});
