import { Secret, TOTP } from "otpauth";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import type { BoundKey } from "../page-keys/index.ts";
import { enrollment } from "./enrollment.ts";
import type { Rules } from "./rules.ts";
import { sealedState } from "./sealed-state.ts";
import { secondFactor } from "./second-factor.ts";
import { signIns } from "./sign-ins.ts";
import { type AccountRow, webSignInStore } from "./store.ts";
import { trustedBrowsers } from "./trusted-browsers.ts";

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** The parts of web sign-in that come after the provider, with their own database and clock. */
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
  // Not encrypted, but different enough from the plain text for tests to notice.
  const secrets = { seal: (text: string) => `sealed:${text}`, open: (text: string) => text.slice(7) };
  const store = webSignInStore(database);
  const base = { database, clock, log: silentLog, store, rules, secrets };
  const trusted = trustedBrowsers(base);
  // The key of each browser is there as soon as its sign-in is completed.
  const pageKeys = {
    isFromPage: () => true,
    awaitKey: (bind: (key: BoundKey) => void) => {
      bind({ publicKey: "key", keyPlace: "127.0.0.1:1 1" });
      return "token";
    },
  };
  const browsers = signIns({ ...base, trusted, pageKeys });
  const factor = secondFactor(base);
  const setUp = enrollment({
    ...base,
    sealedState: sealedState({ secrets, clock }),
    signIns: browsers,
    factor,
  });

  return {
    database,
    clock,
    rules,
    store,
    trusted,
    browsers,
    pageKeys,
    factor,
    setUp,
    account: (email = "alice@corp.test"): AccountRow =>
      store.upsertAccount({
        issuer: rules.issuer,
        subject: email,
        email,
        name: "Alice",
        createdAt: clock.at,
      }),
    /** Signs in after the provider's step and sets up an authenticator. */
    async enrolled(email?: string) {
      const account = this.account(email);
      const begun = browsers.begin(account, "Firefox on Linux");
      const { secret, sealed } = await setUp.offer(begun, "");
      const code = (at = clock.at): string =>
        new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
      const given = { sealed, code: code(), current: "", trust: false };
      const { recoveryCodes, tokens } = await setUp.enroll(begun, given);
      return { account: this.account(email), code, recoveryCodes, token: tokens?.token ?? "" };
    },
    [Symbol.dispose]: () => rest[Symbol.dispose](),
  };
}
