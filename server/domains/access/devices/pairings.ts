import { randomInt } from "node:crypto";
import type { Database } from "../../../db/open.ts";
import { type Actor, actorName, connectionOf } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { LanState } from "../lan/model.ts";
import type { Privilege } from "../oauth/model.ts";
import { codeLockout } from "./code-lockout.ts";
import { deviceRefusal } from "./errors.ts";
import type { Pairing, PairingLink } from "./model.ts";
import { codeLength, codeLetters, formattedCode, normalizedCode, pairingMs, pairingState } from "./rules.ts";
import { deviceStore, type PairingRow } from "./store.ts";

const dayMs = 86_400_000;

/** The page where a device enters its code. */
export const pairingPath = "/pair";

export interface Person {
  email: string;
  name: string;
}

/** What the person who created a code approved in advance. */
export interface Consent {
  person: Person;
  privilege: Privilege;
  /** The connection through which they created it: what is paired ends with that one. */
  through: number | null;
}

export type Pairings = ReturnType<typeof pairings>;

/** Pairing codes, each of which lets one device in. */
export function pairings(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  lan(): Pick<LanState, "origins" | "fingerprints">;
  /** The person behind an actor of the board. */
  personFor(actor: Actor): Person;
  /** Whether a connection is still valid. */
  isConnected(grantId: number): boolean;
}) {
  const { clock, log } = deps;
  const store = deviceStore(deps.database);
  /** Who created each open code. Kept in memory, so a code does not survive a restart. */
  const creators = new Map<number, Pick<Consent, "person" | "through">>();
  const lockout = codeLockout({ clock });

  function find(id: number): PairingRow {
    const row = store.pairing(id);
    if (!row) throw deviceRefusal("pairing_not_found");
    return row;
  }

  const view = (row: PairingRow): Pairing => ({
    id: row.id,
    privilege: row.privilege,
    state: pairingState(row, clock.now()),
    expires_at: instant(row.expiresAt),
  });

  return {
    /** Returns the code, which is stored nowhere else. */
    async create(privilege: Privilege, by: Actor) {
      const { origins, fingerprints } = deps.lan();
      if (fingerprints === null) throw deviceRefusal("lan_closed");
      const code = newCode();
      const places = await Promise.all(origins.map((origin) => makeLink(origin, code)));
      const now = clock.now();
      store.sweepPairings(now - dayMs);
      const expiresAt = now + pairingMs;
      const row = store.insertPairing({ digest: digestOf(code), privilege, createdAt: now, expiresAt });
      creators.set(row.id, { person: deps.personFor(by), through: connectionOf(by) });
      log.warn(`[devices] ${actorName(by)} created a pairing code (${privilege})`);
      return { pairing: view(row), code: formattedCode(code), places, fingerprints };
    },

    pairing: (id: number): Pairing => view(find(id)),

    cancel(id: number): Pairing {
      store.expirePairing(id, clock.now());
      return view(find(id));
    },

    /** Consumes a correct code. Throws for a wrong one, and for any code from an address with too many wrong ones. */
    redeem(typed: string, address: string): Consent {
      const now = clock.now();
      const minutes = lockout.minutesLocked(address);
      if (minutes > 0) throw deviceRefusal("locked", { minutes });
      const row = store.claimPairing(digestOf(normalizedCode(typed)), now);
      const creator = row && creators.get(row.id);
      const through = creator?.through ?? null;
      if (!row || !creator || (through !== null && !deps.isConnected(through))) {
        lockout.recordWrongCode(address);
        log.warn({ address }, "[devices] a wrong pairing code was entered");
        throw deviceRefusal("wrong_code");
      }
      creators.delete(row.id);
      return { ...creator, privilege: row.privilege };
    },
  };
}

const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join("");

/** Loads the QR code library on first use. */
async function makeLink(origin: string, code: string): Promise<PairingLink> {
  const { toString: draw } = await import("qrcode");
  const url = `${origin}${pairingPath}#${code}`;
  const svg = await draw(url, { type: "svg", margin: 2 });
  return { origin, url, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}` };
}
