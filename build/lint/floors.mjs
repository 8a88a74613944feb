const GROUP = /^server\/domains\/([^/]+)\//;
const TEST = /\.test\.tsx?$|[.-]test-(data|bed)\.ts$/;
const ROW = /^\| (\d+) \| `([\w-]+)` \|/gm;

/** @typedef {{ source: string, dependencies: { resolved: string }[] }} Module */

/**
 * The floor of each group of domains, as the table in docs/architecture.md says.
 * @param {string} page
 * @returns {Map<string, number>}
 */
export const readFloors = (page) =>
  new Map([...page.matchAll(ROW)].map(([, floor, group = ""]) => [group, Number(floor)]));

/**
 * Imports from a group of domains to one that is not on a lower floor, and groups without a floor. Everything counts but
 * tests: types, tables that foreign keys name, and SQL that a domain offers.
 * @param {Module[]} modules
 * @param {Map<string, number>} floors
 * @returns {string[]}
 */
export function floorFindings(modules, floors) {
  const groups = new Set(modules.flatMap(({ source }) => groupOf(source) ?? []));
  return [
    ...[...groups]
      .filter((group) => !floors.has(group))
      .map((group) => `groups-have-floors: server/domains/${group} has no floor in docs/architecture.md`),
    ...modules.flatMap(({ source, dependencies }) => {
      const from = groupOf(source);
      if (!from || TEST.test(source)) return [];
      return dependencies
        .filter(({ resolved }) => isUpwards(from, groupOf(resolved), floors))
        .map(({ resolved }) => `groups-import-downwards: ${source} -> ${resolved}`);
    }),
  ];
}

/** @param {string} file */
const groupOf = (file) => GROUP.exec(file)?.[1];

/**
 * @param {string} from
 * @param {string | undefined} to
 * @param {Map<string, number>} floors
 */
function isUpwards(from, to, floors) {
  const [lower, upper] = [floors.get(to ?? ""), floors.get(from)];
  return to !== from && lower !== undefined && upper !== undefined && lower >= upper;
}
