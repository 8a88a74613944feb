export type Need = "clis" | "board";

/** The tests of one vitest project. */
export interface Stage {
  project: string;
  /** What its tests use beyond the packages. */
  needs: readonly Need[];
  /** Whether a file that fails runs once more: its sessions drive real CLIs, or its pages a real browser. */
  reruns: boolean;
}

/** Cheapest first, so that a run fails early. */
export const stages: readonly Stage[] = [
  { project: "unit", needs: [], reruns: false },
  { project: "arch", needs: [], reruns: false },
  { project: "db", needs: [], reruns: false },
  { project: "contract", needs: [], reruns: true },
  { project: "real-world", needs: ["clis"], reruns: true },
  { project: "hostile", needs: ["clis", "board"], reruns: true },
  { project: "faults", needs: [], reruns: true },
  { project: "cli", needs: ["clis"], reruns: true },
  { project: "e2e", needs: ["board"], reruns: true },
];

/** Marks a test file of any project that drives a real CLI: `@module-tag real-cli` in a comment at its top. */
export const realCliTag = "real-cli";
export const drivesRealCli = (source: string): boolean => source.includes(`@module-tag ${realCliTag}`);

/** The slowest test files. They start first, so that none runs alone at the end. */
const long = /(?:crash|runtimes|fuzz)\.test/;
export const isLong = (file: string): boolean => long.test(file);

export interface TestFile {
  moduleId: string;
  project: { name: string };
}

/** The stages that have files, with their files. */
export function intoStages<File extends TestFile>(files: readonly File[]): { stage: Stage; files: File[] }[] {
  const known = new Set(stages.map(({ project }) => project));
  const unknown = files.find(({ project }) => !known.has(project.name));
  if (unknown)
    throw new Error(`The project ${unknown.project.name} has no stage in build/test-runner/stages.ts`);
  return stages
    .map((stage) => ({ stage, files: files.filter(({ project }) => project.name === stage.project) }))
    .filter(({ files }) => files.length > 0);
}

export interface Shard {
  index: number;
  count: number;
}

/** Reads `2/3`; null for anything else. */
export function parseShard(text: string): Shard | null {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  return shard.index >= 1 && shard.index <= shard.count ? shard : null;
}

/** The files of one shard. Each stage is dealt out evenly, and so are the long files. */
export function filesOfShard<File extends TestFile>(files: readonly File[], { index, count }: Shard): File[] {
  const dealt = intoStages(files).flatMap(({ files }) =>
    files.toSorted(
      (one, other) =>
        Number(isLong(other.moduleId)) - Number(isLong(one.moduleId)) ||
        (one.moduleId < other.moduleId ? -1 : 1),
    ),
  );
  return dealt.filter((_, position) => position % count === index - 1);
}
