import { randomInt } from "node:crypto";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { LanState } from "../lan/model.ts";
import type { Privilege } from "../oauth/model.ts";
import { wrongCodes } from "./code-lockout.ts";
import { deviceRefusal } from "./errors.ts";
import type { Pairing, PairingPlace } from "./model.ts";
import { codeLength, codeLetters, pairingMs, pairingState, plainCode, spelledCode } from "./rules.ts";
import type { DeviceStore, PairingRow } from "./store.ts";

const dayMs = 86_400_000;

/** Where devices bring their codes. */
export const pairingPath = "/pair";

export interface Person {
  email: string;
  name: string;
}

/** What the maker of a code agreed to beforehand. */
export interface Consent {
  person: Person;
  privilege: Privilege;
}

export type Pairings = ReturnType<typeof pairings>;

/** Codes that let one device in each. */
export function pairings(deps: {
  store: DeviceStore;
  clock: Clock;
  log: Logger;
  lan(): Pick<LanState, "origins" | "fingerprints">;
  /** Who is behind an actor of the board. */
  personOf(actor: Actor): Person;
}) {
  const { store, clock, log } = deps;
  /** Who made the codes of these minutes. A code does not outlast the process. */
  const makers = new Map<number, Person>();
  const wrong = wrongCodes({ clock });

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
    /** The code is in this answer and nowhere else. */
    async invite(privilege: Privilege, by: Actor) {
      const { origins, fingerprints } = deps.lan();
      if (fingerprints === null) throw deviceRefusal("lan_closed");
      const code = newCode();
      const places = await Promise.all(origins.map((origin) => placeOf(origin, code)));
      const now = clock.now();
      store.sweepPairings(now - dayMs);
      const expiresAt = now + pairingMs;
      const row = store.insertPairing({ digest: digestOf(code), privilege, createdAt: now, expiresAt });
      makers.set(row.id, deps.personOf(by));
      log.warn(`[devices] ${actorName(by)} made a pairing code (${privilege})`);
      return { pairing: view(row), code: spelledCode(code), places, fingerprints };
    },

    pairing: (id: number): Pairing => view(find(id)),

    cancel(id: number): Pairing {
      store.endPairing(id, clock.now());
      return view(find(id));
    },

    /** Uses a right code up. Throws for a wrong one, and for every one of an address that brought too many of those. */
    redeem(typed: string, address: string): Consent {
      const now = clock.now();
      const minutes = wrong.minutesLocked(address);
      if (minutes > 0) throw deviceRefusal("locked", { minutes });
      const row = store.claimPairing(digestOf(plainCode(typed)), now);
      const person = row && makers.get(row.id);
      if (!row || !person) {
        wrong.note(address);
        log.warn({ address }, "[devices] a wrong pairing code was brought");
        throw deviceRefusal("wrong_code");
      }
      makers.delete(row.id);
      return { person, privilege: row.privilege };
    },
  };
}

const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join("");

/** The library is loaded when a code is drawn. */
async function placeOf(origin: string, code: string): Promise<PairingPlace> {
  const { toString: draw } = await import("qrcode");
  const url = `${origin}${pairingPath}#${code}`;
  const svg = await draw(url, { type: "svg", margin: 2 });
  return { origin, url, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}` };
}
