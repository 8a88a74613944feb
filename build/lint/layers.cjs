/** Which way imports may point. Trust no rule here until test/arch/planted.test.ts has seen it report. Cycles between domains and between features: folder-cycles.mjs; the floors of groups: floors.mjs. */
const TEST = "\\.test\\.tsx?$|[.-]test-(data|bed)\\.ts$|^test/";
const VENDOR = "^server/runtimes/(claude-code|codex|pi)/";
const DOMAIN = "^server/domains/([^/]+/[^/]+)/";
const STORE = "^server/(domains|jobs).*[/-]store\\.ts$";
/** SQL over its own tables that a domain offers to others. */
const QUERIES = "^server/domains/[^/]+/[^/]+/queries\\.ts$";
const TABLE = "^server/(domains|jobs).*[/-]table\\.ts$";

/**
 * @param {string} name
 * @param {object} from
 * @param {object} to
 */
const forbid = (name, from, to) => ({ name, severity: "error", from, to });

const everywhere = [
  forbid("no-unresolved", {}, { couldNotResolve: true }),
  forbid("no-cycles", {}, { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } }),
];

const processes = [
  forbid(
    "electron-only-in-main",
    { pathNot: "^main/|^test/e2e/" },
    { path: "(^|/)node_modules/(electron|electron-updater)/|^electron$" },
  ),
  forbid(
    "server-stands-alone",
    { path: "^server/", pathNot: TEST },
    { path: "^(main|renderer|test|build)/" },
  ),
  forbid(
    "main-sees-server-front-door",
    { path: "^main/", pathNot: TEST },
    { path: "^(server|renderer|test)/", pathNot: "^server/index\\.ts$" },
  ),
  forbid(
    "renderer-sees-models-only",
    { path: "^renderer/", pathNot: TEST },
    { path: "^(server|main|test)/", pathNot: "^server/domains/[^/]+/[^/]+/model\\.ts$" },
  ),
  // What the service loads at run time must be there in the packaged app, which has no development packages.
  forbid(
    "server-uses-shipped-packages",
    { path: "^server/", pathNot: TEST },
    { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  ),
];

const roles = [
  forbid(
    "model-is-zod-and-models",
    { path: "/model\\.ts$|^server/domains/.*-model\\.ts$" },
    { pathNot: "/model\\.ts$|^server/domains/.*-model\\.ts$|node_modules/zod/" },
  ),
  forbid(
    "rules-are-pure",
    { path: "^server/domains/.*[/-]rules\\.ts$" },
    { pathNot: "[/-](model|rules|errors)\\.ts$|^server/runtimes/(outcome|slash-commands)\\.ts$" },
  ),
  forbid(
    "table-has-one-writer",
    { pathNot: [STORE, TABLE, "^server/compose/schema\\.ts$", TEST] },
    { path: TABLE },
  ),
  forbid("store-writes-its-own-tables", { path: `^(.+)/[^/]*store\\.ts$` }, { path: TABLE, pathNot: "^$1/" }),
  forbid(
    "doors-call-services",
    { path: "^server/domains/.*[/-](routes|tools|job-handlers)\\.ts$" },
    { path: [STORE, TABLE, QUERIES, "^server/db/"] },
  ),
  // The service adds what jobs.ts defines and job-handlers.ts runs: a definition that knew its service would be a cycle.
  forbid(
    "job-definitions-are-schemas",
    { path: "^server/domains/.*/jobs\\.ts$" },
    { pathNot: "^server/jobs/definition\\.ts$|[/-](model|rules)\\.ts$|node_modules/zod/" },
  ),
  forbid(
    "domains-meet-at-index",
    { path: DOMAIN, pathNot: [TEST, TABLE] },
    {
      path: DOMAIN,
      pathNot: ["^server/domains/$1/", "^server/domains/[^/]+/[^/]+/(index|model|queries)\\.ts$"],
    },
  ),
  // They are the same on every connection, a worker's too, and no reason for domains to depend on each other.
  forbid(
    "queries-stand-alone",
    { path: QUERIES },
    { pathNot: ["^server/(db|lib)/", "^server/runtimes/facts\\.ts$", "^server/domains/.*[/-]model\\.ts$"] },
  ),
  // A store is its domain's own: others call the service, or join what queries.ts offers. Types of rows may be exported.
  forbid(
    "stores-stay-home",
    { path: "^server/", pathNot: ["^server/(domains|jobs)/.*(?<!/index)\\.ts$", TEST] },
    { path: STORE, dependencyTypesNot: ["type-only"] },
  ),
  // The command line restores a backup for a service that cannot start.
  forbid(
    "restore-loads-no-service",
    { path: "^server/cli/restore\\.ts$" },
    { path: ["^server/compose\\.ts$", "^server/domains/.*/(service|store|routes)\\.ts$"], reachable: true },
  ),
  // A foreign key names the other domain's table; nothing else of that domain is a table's business.
  forbid(
    "tables-meet-tables",
    { path: "^server/domains/([^/]+/[^/]+)/.*table\\.ts$" },
    {
      path: "^server/",
      pathNot: [
        "^server/domains/$1/",
        TABLE,
        "^server/domains/[^/]+/[^/]+/(index|model)\\.ts$",
        "^server/(db|lib)/",
      ],
    },
  ),
];

const platform = [
  forbid(
    "platform-knows-no-domain",
    { path: "^server/(http|mcp|db|jobs|lib|workers)/", pathNot: TEST },
    { path: "^server/(domains|scripted-model)/" },
  ),
  forbid(
    "runtimes-know-no-domain",
    { path: "^server/runtimes/", pathNot: TEST },
    { path: "^server/", pathNot: "^server/(runtimes|lib)/" },
  ),
  forbid(
    "vendors-keep-apart",
    { path: VENDOR, pathNot: TEST },
    { path: "^server/runtimes/(claude-code|codex|pi)/", pathNot: "^server/runtimes/$1/" },
  ),
  forbid(
    "vendors-are-composed",
    {
      path: "^server/",
      pathNot: [VENDOR, "^server/runtimes/(index|facts)\\.ts$", TEST],
    },
    { path: VENDOR },
  ),
  forbid(
    "registry-is-composed",
    { path: "^server/", pathNot: ["^server/(compose/platform|cli/doctor)\\.ts$", TEST] },
    { path: "^server/runtimes/index\\.ts$" },
  ),
  forbid(
    "scripted-model-stands-alone",
    { path: "^server/scripted-model/", pathNot: TEST },
    { path: "^server/", pathNot: "^server/scripted-model/" },
  ),
  forbid(
    "scripted-model-is-composed",
    {
      pathNot: [
        "^server/scripted-model/",
        "^server/(compose|compose/settings|index|cli)\\.ts$",
        "^server/cli/",
        TEST,
      ],
    },
    { path: "^server/scripted-model/" },
  ),
];

module.exports = {
  forbidden: [...everywhere, ...processes, ...roles, ...platform],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|build)/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".css"],
    },
  },
};
