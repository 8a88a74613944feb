import { posix } from "node:path";

/** Sources by their path in the project. */
export type Sources = Readonly<Record<string, string>>;

const importPattern =
  /^(?:import|export)\s+(type\s)?[^;]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)|getBuiltinModule\("([^"]+)"\)/gm;

/** What a file imports at run time: packages by name, project files by path. */
export function importsOf(sources: Sources, file: string): string[] {
  return namesIn(sources, file).flatMap(({ names }) => names.find((one) => one !== undefined) ?? []);
}

/** What is loaded together with a file: all that it and its imports name in `import ... from`. */
export function loadedWith(sources: Sources, file: string): Set<string> {
  const loaded = new Set([file]);
  for (const one of loaded) {
    const named = namesIn(sources, one).flatMap(({ names }) => names[0] ?? names[1] ?? []);
    for (const name of named) loaded.add(name);
  }
  return loaded;
}

/** The names in each import at run time, in the order of the pattern's groups; a type alone is no import. */
function namesIn(sources: Sources, file: string): { names: (string | undefined)[] }[] {
  return [...(sources[file] ?? "").matchAll(importPattern)]
    .filter(([, isType]) => isType === undefined)
    .map(([, , ...names]) => ({
      names: names.map((name) => (name?.startsWith(".") ? posix.join(posix.dirname(file), name) : name)),
    }));
}

/** The files that import one of these, by what they import. */
export function importersOf(sources: Sources, wanted: readonly string[]): Record<string, string[]> {
  const found = Object.keys(sources).map((file) => {
    const used = importsOf(sources, file).filter((name) => wanted.includes(name));
    return [file, [...new Set(used)].sort()] as const;
  });
  return Object.fromEntries(found.filter(([, used]) => used.length > 0));
}

/** The files that run as worker threads: named by a URL beside the file that starts them. */
export function workerFiles(sources: Sources): string[] {
  const named = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/new URL\(\s*"(\.[^"]*worker\.ts)",\s*import\.meta\.url/g)].map(([, name]) =>
      posix.join(posix.dirname(file), String(name)),
    ),
  );
  return [...new Set(named)].sort();
}

/** How a file reaches one of these modules, import by import; null if it does not. */
export function wayTo(sources: Sources, from: string, wanted: readonly string[]): string[] | null {
  const ways: string[][] = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    for (const name of importsOf(sources, way.at(-1) ?? "")) {
      if (wanted.includes(name)) return [...way, name];
      if (!(name in sources) || seen.has(name)) continue;
      seen.add(name);
      ways.push([...way, name]);
    }
  }
  return null;
}
