/** @typedef {{ source: string, dependencies: { resolved: string }[] }} Module */

/**
 * Files that import each other in a circle, type imports included. Two files of one folder may: such a pair is one
 * thing in two files. dependency-cruiser reports the circles without type imports, whatever their size.
 * @param {Module[]} modules
 * @returns {string[][]} the files of each circle, in the order of their names
 */
export function fileCycles(modules) {
  const graph = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map((to) => to.resolved)]),
  );
  return circles(graph).filter((files) => files.length > 2 || new Set(files.map(folderOf)).size > 1);
}

/** @param {string} file */
const folderOf = (file) => file.slice(0, file.lastIndexOf("/"));

/**
 * The strongly connected components of more than one file (Tarjan).
 * @param {Map<string, string[]>} graph
 */
function circles(graph) {
  /** @type {string[][]} */
  const found = [];
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {string[]} */
  const open = [];

  /**
   * @param {string} file
   * @returns {number} the earliest file that this one leads back to
   */
  function visit(file) {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let earliest = own;
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) earliest = Math.min(earliest, visit(next));
      else if (open.includes(next)) earliest = Math.min(earliest, order.get(next) ?? own);
    }
    if (earliest === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) found.push(circle.sort());
    }
    return earliest;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}
