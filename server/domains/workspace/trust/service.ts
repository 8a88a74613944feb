import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import { listeners } from "../../../lib/listeners.ts";
import { trustRefusal } from "./errors.ts";
import type { RepositoryTrust } from "./model.ts";
import { decideTrust, repositoryAddress, type TrustDecision } from "./rules.ts";
import { settingsFilesIn } from "./settings-files.ts";
import { trustStore } from "./store.ts";

/** Which repositories' own settings may take effect. Everything that is read counts from the next turn. */
export interface RepositoryTrustService {
  /** The trust of the repository at a git URL. */
  of(gitRoot: string): { address: string; trusted: boolean };
  check(gitRoot: string): RepositoryTrust;
  /** Everything that a person decided on, and the catalog's roots. */
  list(): RepositoryTrust[];
  /** Trusts the repository at a git URL. Throws 403 for anyone but a person at the board. */
  trust(gitRoot: string, actor: Actor): RepositoryTrust;
  /** Throws 403 for anyone but a person at the board, 404 if the address is not trusted. */
  revoke(address: string, actor: Actor): void;
  /** Which of a runtime's settings a clone brings, as paths in it. */
  settingsIn: typeof settingsFilesIn;
  /** Calls `listener` with each address whose trust a person changed, inside the transaction. */
  onChange(listener: (address: string) => void): void;
}

/** The part of the catalog's roots that counts here. */
interface CatalogRoots {
  byQualified: ReadonlyMap<string, { definition: { gitRoot: string | null } }>;
}

export function repositoryTrustService(deps: {
  database: Pick<Database, "sql" | "db" | "transaction">;
  clock: Clock;
  /** The same object until the catalog changes. */
  catalogRoots(): CatalogRoots;
  /** Who decides at a board that nobody signs in to. */
  ownerName(): string;
}): RepositoryTrustService {
  const store = trustStore(deps.database);
  const addressOf = remembered(repositoryAddress);
  const changes = listeners<string>();
  let roots: CatalogRoots | undefined;
  let rootAddresses: ReadonlySet<string> = new Set();

  function catalogAddresses(): ReadonlySet<string> {
    const current = deps.catalogRoots();
    if (current === roots) return rootAddresses;
    roots = current;
    const urls = [...current.byQualified.values()].flatMap(({ definition }) => definition.gitRoot ?? []);
    rootAddresses = new Set(urls.map(addressOf));
    return rootAddresses;
  }

  const decide = (address: string): TrustDecision =>
    decideTrust(store.find(address), catalogAddresses().has(address));

  function view(address: string): RepositoryTrust {
    const { at, ...decision } = decide(address);
    return { address, ...decision, at: at === null ? null : instant(at) };
  }

  function decidedBy(actor: Actor): { at: number; person: string } {
    if (actor.kind !== "board") throw trustRefusal("not_a_person");
    return { at: deps.clock.now(), person: actor.person?.name ?? deps.ownerName() };
  }

  function write(address: string, change: () => void): void {
    deps.database.transaction(() => {
      change();
      changes.notify(address);
    });
  }

  return {
    of(gitRoot) {
      const address = addressOf(gitRoot);
      return { address, trusted: decide(address).trusted };
    },

    check: (gitRoot) => view(addressOf(gitRoot)),

    list: () => [...new Set([...store.addresses(), ...catalogAddresses()])].toSorted().map(view),

    trust(gitRoot, actor) {
      const by = decidedBy(actor);
      const address = addressOf(gitRoot);
      write(address, () => store.trust(address, by));
      return view(address);
    },

    revoke(address, actor) {
      const by = decidedBy(actor);
      if (!decide(address).trusted) throw trustRefusal("not_trusted");
      write(address, () => store.revoke(address, by));
    },

    settingsIn: settingsFilesIn,
    onChange: changes.add,
  };
}

/** Keeps the last results of a pure function of one text. */
function remembered<Result>(make: (text: string) => Result, limit = 1_000): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size >= limit) results.clear();
    const made = make(text);
    results.set(text, made);
    return made;
  };
}
