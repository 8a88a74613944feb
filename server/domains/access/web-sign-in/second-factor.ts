import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import { newRecoveryCodes, recoveryDigest, stepOf } from "./authenticator.ts";
import { signInRefusal } from "./errors.ts";
import { afterWrongCode, hasAuthenticator, isFreshStep, minutesLocked, type Rules } from "./rules.ts";
import type { AccountRow, WebSignInStore } from "./store.ts";

export type SecondFactor = ReturnType<typeof secondFactor>;

type Verdict = { kind: "right" } | { kind: "wrong" } | { kind: "locked"; minutes: number };

/** Authenticator codes and recovery codes: each works once, and wrong ones lock the account for a while. */
export function secondFactor(deps: {
  database: Database;
  store: WebSignInStore;
  clock: Clock;
  log: Logger;
  secrets: Pick<SecretStore, "seal" | "open">;
  rules: Pick<Rules, "resetBefore">;
}) {
  const { database, store, clock, log, secrets, rules } = deps;

  /** Runs in one transaction, so that guesses sent at the same time are counted one by one. */
  function checkAttempt(seen: AccountRow, given: { step: number | null; digest: string }): Verdict {
    return database.transaction((): Verdict => {
      const account = store.account(seen.id);
      const now = clock.now();
      if (!account || account.totpSealed !== seen.totpSealed) return { kind: "wrong" };
      const locked = minutesLocked(account, now);
      if (locked > 0) return { kind: "locked", minutes: locked };
      if (consumeCode(account, given)) {
        store.noteTries(account.id, { wrongCodes: 0, lockCount: 0, lockedUntil: null });
        return { kind: "right" };
      }
      const tries = afterWrongCode(account, now);
      store.noteTries(account.id, tries);
      const minutes = minutesLocked(tries, now);
      return minutes > 0 ? { kind: "locked", minutes } : { kind: "wrong" };
    });
  }

  function consumeCode(
    account: AccountRow,
    { step, digest }: { step: number | null; digest: string },
  ): boolean {
    if (!isFreshStep(step, account.totpLastStep)) {
      const used = store.useRecoveryCode(account.id, digest, clock.now());
      if (used) log.warn(`[web_sign_in] ${account.email} used a recovery code`);
      return used;
    }
    store.noteStep(account.id, step);
    return true;
  }

  /** Accepts an authenticator code or a recovery code of the account; throws if it is wrong. */
  async function check(account: AccountRow, code: string): Promise<void> {
    if (!hasAuthenticator(account, rules)) throw signInRefusal("not_enrolled");
    const secret = account.totpSealed === null ? null : secrets.open(account.totpSealed);
    const step = secret === null ? null : await stepOf(code, secret, clock.now());
    const verdict = checkAttempt(account, { step, digest: recoveryDigest(code) });
    if (verdict.kind === "right") return;
    log.warn(`[web_sign_in] wrong code for ${account.email}${verdict.kind === "locked" ? "; locked" : ""}`);
    if (verdict.kind === "locked") throw signInRefusal("locked", { minutes: verdict.minutes });
    throw signInRefusal("wrong_code");
  }

  return {
    check,

    /**
     * Sets up a new authenticator and returns its recovery codes, which are never shown again. `code` is from the new
     * authenticator, and `current` from the existing one, which cannot be replaced without it. `requireSignIn` throws
     * if the caller was signed out in the meantime.
     */
    async enroll(
      account: AccountRow,
      proposed: { secret: string; code: string; current: string | null; requireSignIn(): void },
    ): Promise<string[]> {
      const isEnrolled = hasAuthenticator(account, rules);
      if (isEnrolled && proposed.current === null) throw signInRefusal("enrolled");
      const step = await stepOf(proposed.code, proposed.secret, clock.now());
      if (step === null) throw signInRefusal("wrong_code");
      if (isEnrolled) await check(account, proposed.current ?? "");
      const codes = newRecoveryCodes();
      database.transaction(() => {
        proposed.requireSignIn();
        if (store.account(account.id)?.totpSealed !== account.totpSealed) throw signInRefusal("enrolled");
        store.enroll(account.id, { sealed: secrets.seal(proposed.secret), step, now: clock.now() });
        store.replaceRecoveryCodes(account.id, codes.map(recoveryDigest));
        store.forgetAllOf(account.id);
      });
      log.warn(`[web_sign_in] ${account.email} set up a new authenticator`);
      return codes;
    },

    /** Replaces all recovery codes with ten new ones; requires a valid code. */
    async renewRecoveryCodes(account: AccountRow, code: string): Promise<string[]> {
      await check(account, code);
      const codes = newRecoveryCodes();
      database.transaction(() => store.replaceRecoveryCodes(account.id, codes.map(recoveryDigest)));
      log.warn(`[web_sign_in] ${account.email} created new recovery codes`);
      return codes;
    },
  };
}
