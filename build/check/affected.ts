import { isLong } from "../test-runner/stages.ts";

/** Which file imports which, types included; paths from the root, with slashes. */
export type ImportGraph = Readonly<Record<string, readonly string[]>>;

/** Files that bring the whole service together: what imports them has a part in every change. */
const wholeService =
  /^server\/(?:compose\.ts|compose\/|index\.ts|cli\.ts|cli\/|db\/schema\.ts)|^test\/support\/service\.ts/;
/** What every program and every test reads. */
const sharedConfiguration = /^(?:package(?:-lock)?\.json|tsconfig\.json|[\w-]+\/tsconfig\.json)$/;

const domainOf = (file: string): string | undefined => /^server\/domains\/[^/]+\/[^/]+\//.exec(file)?.[0];
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
const isArch = (file: string): boolean => file.startsWith("test/arch/");
const isContract = (file: string): boolean => file.startsWith("test/contract/");
const isE2e = (file: string): boolean => file.startsWith("test/e2e/");

/** A change to one domain has to be checked within a minute. */
const mostContractTests = 4;

/** `changed` and what imports it, directly or not, the nearest first. What `stop` names is reached and not passed. */
function importersOf(
  graph: ImportGraph,
  changed: readonly string[],
  stop: (file: string) => boolean,
): string[] {
  const importers = new Map<string, string[]>();
  for (const [file, imports] of Object.entries(graph))
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const start = new Set(changed);
  const reached = new Set(changed);
  for (const file of reached) {
    if (stop(file) && !start.has(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  return [...reached];
}

/** The TypeScript programs that can have another result after the change. */
export function affectedPrograms(
  graph: ImportGraph,
  changed: readonly string[],
  buildImports: readonly string[],
): string[] {
  const all = ["server", "main", "renderer", "test", "build"];
  if (changed.some((file) => sharedConfiguration.test(file))) return all;
  const reached = importersOf(graph, changed, () => false);
  return all.filter((program) =>
    reached.some((file) => {
      if (program === "build") return file.startsWith("build/") || buildImports.includes(file);
      const isPageTest = file.startsWith("renderer/") && isTest(file);
      if (program === "test") return file.startsWith("test/") || isPageTest;
      return file.startsWith(`${program}/`) && !isPageTest && /\.tsx?$/.test(file);
    }),
  );
}

export interface AffectedTests {
  run: string[];
  /** Tests that the change may affect too, and that take too long for a quick check. */
  left: string[];
}

/**
 * The tests that import what changed, but for those that only start the whole service; of the contract tests those
 * nearest to the changed domains.
 */
export function affectedTests(
  graph: ImportGraph,
  changed: readonly string[],
  allTests: readonly string[],
): AffectedTests {
  const reached = importersOf(graph, changed, (file) => wholeService.test(file)).filter(isTest);
  const isChanged = (file: string): boolean => changed.includes(file);
  const near = reached.filter((file) => !isContract(file) && !isE2e(file));
  const allContract = contractTests(graph, changed, reached);
  const contract = allContract.filter((file) => !isLong(file)).slice(0, mostContractTests);
  const toolTests = changed.some((file) => file.startsWith("build/"))
    ? allTests.filter((file) => file.startsWith("build/"))
    : [];
  const arch = allTests.filter((file) => isArch(file) && (!/planted/.test(file) || changesRules(changed)));
  const run = new Set([...near, ...toolTests, ...arch, ...contract, ...changed.filter(isTest)]);
  const left = new Set([...allContract, ...reached.filter(isE2e)]);
  return {
    run: [...run].filter((file) => allTests.includes(file)),
    left: [...left].filter((file) => !run.has(file) && !isChanged(file)),
  };
}

/** Those that import from the changed domains, the ones named after a domain and those with the most imports first. */
function contractTests(graph: ImportGraph, changed: readonly string[], reached: readonly string[]): string[] {
  const domains = new Set(changed.flatMap((file) => domainOf(file) ?? []));
  const nouns = [...domains].flatMap((domain) => domain.split("/").at(-2) ?? []);
  const closeness = (file: string): number => {
    const name = file.split("/").at(-1) ?? "";
    const imports = (graph[file] ?? []).filter((imported) => domains.has(domainOf(imported) ?? ""));
    return imports.length + (nouns.some((noun) => name.startsWith(noun)) ? 10 : 0);
  };
  return Object.keys(graph)
    .filter((file) => isContract(file) && isTest(file))
    .filter((file) => closeness(file) > 0 || reached.includes(file))
    .toSorted((one, other) => closeness(other) - closeness(one));
}

const changesRules = (changed: readonly string[]): boolean =>
  changed.some(
    (file) =>
      /^build\/lint\/|^test\/arch\/|^docs\/glossary\.md$/.test(file) || sharedConfiguration.test(file),
  );
