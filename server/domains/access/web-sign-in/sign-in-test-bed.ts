import { Secret, TOTP } from "otpauth";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { enrolment } from "./enrollment.ts";
import type { Rules } from "./rules.ts";
import { sealedState } from "./sealed-state.ts";
import { secondFactor } from "./second-factor.ts";
import { signIns } from "./sign-ins.ts";
import { type AccountRow, webSignInStore } from "./store.ts";
import { trustedBrowsers } from "./trusted-browsers.ts";

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** The parts of web sign-in that come after the provider, on a database and a clock of their own. */
export function openSignInBed(change: Partial<Rules> = {}) {
  const { database, clock, ...rest } = openTestDatabase();
  const rules: Rules = {
    issuer: "https://idp.example",
    allowedDomains: ["corp.test"],
    secondFactor: "required",
    signInDays: 90,
    trustedBrowserDays: 365,
    resetBefore: null,
    ...change,
  };
  // Sealed so far as a test has to see it.
  const secrets = { seal: (text: string) => `sealed:${text}`, open: (text: string) => text.slice(7) };
  const store = webSignInStore(database);
  const base = { database, clock, log: silentLog, store, rules, secrets };
  const trusted = trustedBrowsers(base);
  const browsers = signIns({ ...base, trusted });
  const factor = secondFactor(base);
  const setUp = enrolment({ ...base, parcels: sealedState({ secrets, clock }), signIns: browsers, factor });

  return {
    database,
    clock,
    rules,
    store,
    trusted,
    browsers,
    factor,
    setUp,
    account: (email = "alice@corp.test"): AccountRow =>
      store.know({ issuer: rules.issuer, subject: email, email, name: "Alice", createdAt: clock.at }),
    /** Signs in from the provider on and sets an authenticator up. */
    async enrolled(email?: string) {
      const account = this.account(email);
      const begun = browsers.begin(account, "Firefox on Linux");
      const { secret, parcel } = await setUp.offer(begun, "");
      const code = (at = clock.at): string =>
        new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
      const given = { parcel, code: code(), current: "", trust: false };
      const { recoveryCodes, entrance } = await setUp.enrol(begun, given);
      return { account: this.account(email), code, recoveryCodes, token: entrance?.token ?? "" };
    },
    [Symbol.dispose]: () => rest[Symbol.dispose](),
  };
}
