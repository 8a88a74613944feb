import { dirname, join } from "node:path";
import type { Clock } from "../../../lib/clock.ts";
import { exists } from "../../../lib/exists.ts";
import type { Equipment } from "../../../runtimes/runtime.ts";
import { equip, secretsOf, signInServersOf, signInsOf, variablesOf, warningsOf } from "./equipment.ts";
import { catalogError } from "./errors.ts";
import { loadCatalog } from "./load.ts";
import type {
  CatalogEntries,
  Entry,
  McpServerView,
  Picks,
  RootDefinition,
  SignInDefinition,
} from "./model.ts";
import { newCatalogFiles, type UsedRepository, writeNewCatalog } from "./new-catalog.ts";
import { compose, type Finding, findEntry } from "./rules.ts";
import { type AskedPicks, checkPicks, findRoot, type Selection, selectFrom } from "./selection.ts";
import { findingSentence, text } from "./text.ts";
import { isUnchanged, messageOf } from "./tracked-files.ts";
import type { Environment } from "./variables.ts";
import { type CatalogViews, viewsOf } from "./views.ts";

/** A server that a person signs in to, with its address as written. */
type SignIn = { name: string; url: string };

/** The air.json that `create` makes in this data folder. */
export const ownCatalog = (dataFolder: string): string => join(dataFolder, "catalog", "air.json");

/** How often an access may check for changed files. */
const CHECK_EVERY_MS = 2_000;

/** One immutable snapshot of the catalog. */
export type Catalog = CatalogEntries & {
  /** Finds a root by short or qualified name. Throws if several scopes have it. */
  findRoot(name: string): Entry<RootDefinition> | undefined;
};

/** The result of a load, as sentences that start with the file they are about. */
export interface CatalogFindings {
  path: string | null;
  /** Epoch ms; null before the first. */
  loadedAt: number | null;
  /** While there are any, the last good load stays in use; before one, what could be read. */
  problems: readonly string[];
  warnings: readonly string[];
  /** What was read. */
  files: readonly string[];
}

/**
 * The catalog in use: the last load that succeeded, or what could be read of it if none has. Access is synchronous; changed files are noticed
 * in the background, so an edit shows on a later access.
 */
export interface CatalogService {
  current(): Catalog;
  /** Loads the files again; resolves after a load that began no earlier than the call. */
  reload(): Promise<void>;
  /**
   * Writes a catalog with an agent root for each trusted repository, and uses it at once. Throws 409 if there is one, or if
   * something else is in its place.
   */
  create(repositories: readonly UsedRepository[]): Promise<void>;
  /** The problems of the newest load; empty if it succeeded. */
  problems(): readonly string[];
  /** What the newest load found, and in which files. */
  findings(): CatalogFindings;
  /** Every entry, as the API shows it. */
  views(): CatalogViews;

  /** What a session gets from its agent root and the lists it was given. Never refuses; see `checkPicks`. */
  resolveSelection(asked: AskedPicks & { root: string | null }): Selection;
  /** Throws 422 naming what the catalog lacks, or a list over its limit (X47). */
  checkPicks(asked: AskedPicks): void;
  /** Sentences on what of a selection cannot start now (R34). */
  warningsFor(effective: Picks): string[];
  /** The servers, skills and hooks of a selection, with every variable resolved. */
  equipmentFor(effective: Picks): Equipment;

  /** The variables that entries use: names and descriptions, no values. */
  variables(): { name: string; description: string }[];
  /** The values that must be redacted. */
  secretValues(): { name: string; value: string }[];
  /** The servers of a selection that a person signs in to. */
  signIns(effective: Picks): SignIn[];
  /** Every server that people sign in to. */
  signInServers(): SignInDefinition[];

  /** Stops watching; resolves when nothing is being read. */
  close(): Promise<void>;
}

interface CatalogDeps {
  /** An air.json; null for the own one, if that exists. */
  path: string | null;
  /** The air.json that `create` makes. By default, none. */
  ownPath?: string;
  environment: Environment;
  /** Called once with each new problem or warning, as a sentence. */
  log: (problem: string) => void;
  clock: Clock;
  /** Returns the servers that nobody is signed in to. By default, none. */
  lacksSignIn?(servers: readonly SignIn[]): readonly SignIn[];
}

export function catalogService(deps: CatalogDeps): CatalogService {
  const { ownPath = null, environment, log, clock, lacksSignIn = () => [] } = deps;
  let { path } = deps;
  let catalog = withFindRoot(
    compose({ references: [], mcpServers: [], skills: [], hooks: [], plugins: [], roots: [] }).catalog,
  );
  let hasLoaded = false;
  let last: Omit<CatalogFindings, "path" | "files"> = { loadedAt: null, problems: [], warnings: [] };
  /** Null until the first load has finished, and after a load that failed while reading. */
  let stamps: ReadonlyMap<string, string> | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let check: Promise<void> | null = null;
  let loads: Promise<void> = Promise.resolve();
  let closed = false;

  async function load(airPath: string): Promise<void> {
    try {
      const loaded = await loadCatalog(airPath);
      stamps = loaded.stamps;
      const isSound = loaded.problems.length === 0;
      // Without an older one to keep, each problem costs its own entries only.
      if (isSound || !hasLoaded) catalog = withFindRoot(loaded.catalog);
      hasLoaded ||= isSound;
      report(loaded.problems, loaded.warnings);
    } catch (error) {
      // A file disappeared while it was being read; the next check reads everything again.
      stamps = null;
      report([{ where: airPath, kind: "unreadable", reason: messageOf(error) }], []);
    }
  }

  function report(problems: readonly Finding[], warnings: readonly Finding[]): void {
    const logged = [...last.problems, ...last.warnings];
    last = {
      loadedAt: clock.now(),
      problems: problems.map(findingSentence),
      warnings: warnings.map(findingSentence),
    };
    for (const sentence of [...last.problems, ...last.warnings])
      if (!logged.includes(sentence)) log(sentence);
  }

  /** One load at a time; resolves after a load that began no earlier than the call. */
  function reload(): Promise<void> {
    if (closed || (path ?? ownPath) === null) return loads;
    loads = loads.then(async () => {
      if (path === null && ownPath !== null && (await exists(ownPath))) path = ownPath;
      if (path !== null) await load(path);
    });
    return loads;
  }

  async function create(repositories: readonly UsedRepository[]): Promise<void> {
    await reload();
    if (path !== null || ownPath === null) throw catalogError("catalog_exists", { path: path ?? "" });
    await writeNewCatalog(dirname(ownPath), newCatalogFiles(repositories));
    await reload();
  }

  function checkForChanges(): void {
    const now = clock.now();
    if (path === null || closed || check || now - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = now;
    check = (async () => {
      await loads;
      if (!closed && !(stamps && (await isUnchanged(stamps)))) await reload();
    })().finally(() => {
      check = null;
    });
  }

  function current(): Catalog {
    checkForChanges();
    return catalog;
  }

  return {
    current,
    reload,
    create,

    problems: () => last.problems,

    findings: () => ({ path, ...last, files: [...(stamps?.keys() ?? [])] }),

    checkPicks: (asked) => checkPicks(current(), asked, last.problems),

    ...catalogReads({ current, environment, lacksSignIn }),

    async close() {
      closed = true;
      await check;
      await loads;
    },
  };
}

/** The reads that resolve variables and sign-ins. */
function catalogReads(of: {
  current(): CatalogEntries;
  environment: Environment;
  lacksSignIn(servers: readonly SignIn[]): readonly SignIn[];
}): Pick<
  CatalogService,
  | "resolveSelection"
  | "warningsFor"
  | "equipmentFor"
  | "secretValues"
  | "variables"
  | "signIns"
  | "signInServers"
  | "views"
> {
  const { current, environment, lacksSignIn } = of;
  return {
    resolveSelection({ root, ...asked }) {
      const entries = current();
      const found = root === null ? undefined : findEntry(entries.roots, root);
      return selectFrom(entries, found?.kind === "found" ? found.entry : undefined, asked);
    },

    warningsFor(effective) {
      const withoutSignIn = lacksSignIn(signInsOf(current(), effective));
      return [
        ...warningsOf(current(), environment, effective),
        ...withoutSignIn.map(({ name }) => text.cannotStartBeforeSignIn(name)),
      ];
    },

    equipmentFor: (effective) => equip(current(), environment, effective),

    secretValues: () => secretsOf(current(), environment),

    variables: () => variablesOf(current()),

    signIns: (effective) => signInsOf(current(), effective),

    signInServers: () => signInServersOf(current(), environment),

    views() {
      const { mcp_servers, ...views } = viewsOf(current(), environment);
      const withoutSignIn = new Set(
        lacksSignIn(signInServersOf(current(), environment)).map(({ name }) => name),
      );
      return { ...views, mcp_servers: mcp_servers.map((server) => withSignInReason(server, withoutSignIn)) };
    },
  };
}

/** An existing reason takes precedence, because it says more. */
const withSignInReason = (server: McpServerView, withoutSignIn: ReadonlySet<string>): McpServerView =>
  server.unavailable || !withoutSignIn.has(server.name)
    ? server
    : { ...server, unavailable: true, unavailable_reason: text.signInFirst };

function withFindRoot(catalog: CatalogEntries): Catalog {
  return { ...catalog, findRoot: (name) => findRoot(catalog, name) };
}
