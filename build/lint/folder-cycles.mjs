const DOMAIN = /^server\/domains\/([^/]+\/[^/]+)\//;
const TEST = /\.test\.tsx?$|[.-]test-(data|bed)\.ts$/;
const TABLE = /[/-]table\.ts$/;

/**
 * Domains that reach each other, types included. Written here since dependency-cruiser counts a way round through
 * server/db, which imports every table. A foreign key and a test do not make one domain depend on another.
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules
 * @returns {string[][]} each cycle once, its first domain repeated at the end
 */
export function domainCycles(modules) {
  const graph = domainGraph(modules);
  /** @type {Map<string, string[]>} */
  const cycles = new Map();
  for (const start of graph.keys()) {
    const back = wayBack(graph, start);
    if (back) cycles.set([...new Set(back)].sort().join(), back);
  }
  return [...cycles.values()];
}

/** @param {{ source: string, dependencies: { resolved: string }[] }[]} modules */
function domainGraph(modules) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const { source, dependencies } of modules) {
    const from = DOMAIN.exec(source)?.[1];
    if (!from || TEST.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = DOMAIN.exec(resolved)?.[1];
      if (!to || to === from || (TABLE.test(source) && TABLE.test(resolved))) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return graph;
}

/**
 * The shortest way from `start` to itself.
 * @param {Map<string, Set<string>>} graph
 * @param {string} start
 */
function wayBack(graph, start) {
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
