/** How much a browser downloads for each page of the board on the first visit, gzipped. */
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Goal, Measurement } from "./measurement.ts";

const root = join(import.meta.dirname, "../..");
const built = join(root, "dist/renderer");
/** The target: at most 250 KB per page. */
const goal: Goal = { on: "measured", bound: "at most", value: 250 };

/** What a page in English loads besides: the letters of its text, and those of code. */
const fonts = /^(?:inter|jetbrains-mono)-latin-wght-normal-/;
const fontGoal: Goal = { on: "measured", bound: "at most", value: 100 };

/** Where the board's pages are listed, each with the code it loads; `of` is the page that they belong to. */
const pages = [
  { file: "app/router.ts", of: [] },
  { file: "features/settings/sections.ts", of: ["SettingsPage"] },
];
/** The same for what a page loads once it is shown. */
const parts = [
  { file: "features/session/SessionPage.tsx", of: ["SplitSession"] },
  { file: "features/reorder/ReorderableList.tsx", of: [] },
];

interface Wanted {
  chunk: string;
  of: readonly string[];
}

/** The components that the files load, by the names of their chunks. */
async function fetchedBy(files: readonly { file: string; of: readonly string[] }[]): Promise<Wanted[]> {
  const found = await Promise.all(
    files.map(async ({ file, of }) => {
      const source = await readFile(join(root, "renderer", file), "utf8");
      const chunks = new Set(
        [...source.matchAll(/\bimport\("[^"]*\/(\w+)\.tsx"\)/g)].map(([, name = ""]) => name),
      );
      if (chunks.size === 0) throw new Error(`${file} fetches no component`);
      return [...chunks].map((chunk) => ({ chunk, of }));
    }),
  );
  return found.flat();
}

const staticImport = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;

/** The name of a built file without its hash. */
const stemOf = (file: string): string => file.replace(/-[\w-]{8}\.\w+$/, "");

/** A built folder's scripts and styles, and what each script needs before it runs. */
async function readChunks(folder: string) {
  const names = (await readdir(join(folder, "assets"))).filter((name) => /\.(?:js|css)$/.test(name));
  const texts = new Map<string, string>();
  for (const name of names) texts.set(name, await readFile(join(folder, "assets", name), "utf8"));
  const html = await readFile(join(folder, "index.html"), "utf8");
  // The inline script names what single pages need besides (build/page-preloads.mjs).
  const named = [
    ...html.replaceAll(/<script>.*?<\/script>/gs, "").matchAll(/assets\/([\w.-]+\.(?:js|css))/g),
  ];

  /** Adds the file with everything it imports before it runs, and the styles of each. */
  function addClosure(file: string, found: Set<string>): void {
    if (found.has(file)) return;
    found.add(file);
    for (const name of names) if (name.endsWith(".css") && stemOf(name) === stemOf(file)) found.add(name);
    for (const [, next = ""] of texts.get(file)?.matchAll(staticImport) ?? []) addClosure(next, found);
  }

  function fileOf(chunk: string): string {
    const files = names.filter((name) => name.endsWith(".js") && stemOf(name) === chunk);
    const [file] = files;
    if (file === undefined || files.length > 1)
      throw new Error(`The build has ${files.length} chunks named ${chunk}`);
    return file;
  }

  /** Everything that the files need together. */
  const needs = (files: readonly string[]): Set<string> => {
    const found = new Set<string>();
    for (const file of files) addClosure(file, found);
    return found;
  };

  const firstFiles = named.map(([, name = ""]) => name);
  const kb = (files: readonly string[]): number =>
    files.reduce((sum, name) => sum + gzipSync(texts.get(name) ?? "").length, 0) / 1_000;
  return {
    /** What every page loads first. */
    firstKb: kb([...needs(firstFiles)]),
    /** What chunks need in addition to the first load and to `there`, in KB. */
    addedKb(chunks: readonly string[], there: readonly string[] = []): number {
      const has = needs([...firstFiles, ...there.map(fileOf)]);
      return kb([...needs(chunks.map(fileOf))].filter((file) => !has.has(file)));
    },
  };
}

async function fontsKb(): Promise<number> {
  const folder = join(built, "assets");
  const names = (await readdir(folder)).filter((name) => fonts.test(name));
  if (names.length !== 2) throw new Error(`The build has ${names.length} fonts for English`);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}

export async function bundleBench(): Promise<Measurement[]> {
  if (!existsSync(join(built, "index.html"))) {
    return [{ ...figure("first page", null, null), note: "the board is not built (`npm run build`)" }];
  }
  const { firstKb, addedKb } = await readChunks(built);
  return [
    ...(await fetchedBy(pages)).map(({ chunk, of }) => ({
      ...figure(`page ${chunk}, all it needs`, firstKb + addedKb([...of, chunk]), firstKb),
      goal,
    })),
    ...(await fetchedBy(parts)).map(({ chunk, of }) =>
      figure(`${chunk}, fetched when first used`, addedKb([chunk], of), firstKb),
    ),
    {
      figure: "fonts of a page in English, text and code, kept by the browser",
      unit: "KB",
      measured: await fontsKb(),
      reference: firstKb,
      against: "what every page begins with",
      goal: fontGoal,
    },
  ];
}

const figure = (name: string, measured: number | null, reference: number | null): Measurement => ({
  figure: `scripts and styles, gzipped: ${name}`,
  unit: "KB",
  measured,
  reference,
  against: "what every page begins with",
});
