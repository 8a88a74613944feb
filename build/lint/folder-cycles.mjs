const DOMAIN = /^server\/domains\/([^/]+\/[^/]+)\//;
const FEATURE = /^renderer\/features\/(settings\/[^/]+(?=\/)|[^/]+)\//;
const TEST = /\.test\.tsx?$|[.-]test-(data|bed)\.ts$/;
const TABLE = /[/-]table\.ts$/;
const QUERIES = /\/queries\.ts$/;

/** @typedef {{ source: string, dependencies: { resolved: string }[] }} Module */

/**
 * Domains that import each other, type imports included. dependency-cruiser cannot report these because it also counts
 * paths through files that are no domain. Foreign keys between tables, imports of
 * tests and imports of the SQL that a domain offers do not count: such SQL depends on no domain.
 * @param {Module[]} modules
 */
export const domainCycles = (modules) =>
  folderCycles(modules, DOMAIN, (from, to) => (TABLE.test(from) && TABLE.test(to)) || QUERIES.test(to));

/**
 * The renderer's features that import each other, type imports included. Each page of the settings is a feature.
 * @param {Module[]} modules
 */
export const featureCycles = (modules) => folderCycles(modules, FEATURE, () => false);

/**
 * @param {Module[]} modules
 * @param {RegExp} folder its first group is the folder's name
 * @param {(from: string, to: string) => boolean} isIgnored
 * @returns {string[][]} each cycle once, its first folder repeated at the end
 */
function folderCycles(modules, folder, isIgnored) {
  const graph = folderGraph(modules, folder, isIgnored);
  /** @type {Map<string, string[]>} */
  const cycles = new Map();
  for (const start of graph.keys()) {
    const cycle = shortestCycle(graph, start);
    if (cycle) cycles.set([...new Set(cycle)].sort().join(), cycle);
  }
  return [...cycles.values()];
}

/**
 * @param {Module[]} modules
 * @param {RegExp} folder
 * @param {(from: string, to: string) => boolean} isIgnored
 */
function folderGraph(modules, folder, isIgnored) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const { source, dependencies } of modules) {
    const from = folder.exec(source)?.[1];
    if (!from || TEST.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = folder.exec(resolved)?.[1];
      if (!to || to === from || isIgnored(source, resolved)) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return graph;
}

/**
 * The shortest path from `start` back to itself. Returns null if there is none.
 * @param {Map<string, Set<string>>} graph
 * @param {string} start
 */
function shortestCycle(graph, start) {
  const queue = [[start]];
  const visited = new Set();
  for (const path of queue) {
    for (const next of graph.get(path.at(-1) ?? "") ?? []) {
      if (next === start) return [...path, start];
      if (visited.has(next)) continue;
      visited.add(next);
      queue.push([...path, next]);
    }
  }
  return null;
}
