import { z } from "zod";
import { authenticatorImage, newAuthenticator } from "./authenticator.ts";
import { signInRefusal } from "./errors.ts";
import { hasAuthenticator, type Rules } from "./rules.ts";
import type { SealedState } from "./sealed-state.ts";
import type { SecondFactor } from "./second-factor.ts";
import type { SignIns, SignInTokens } from "./sign-ins.ts";

const candidate = z.object({ signIn: z.number(), secret: z.string() });

export type Enrollment = ReturnType<typeof enrollment>;

/**
 * Sets up an authenticator: for an account that came from the provider without one, or to replace the current one of
 * a signed-in person. Nothing is stored until its first code is correct.
 */
export function enrollment(deps: {
  rules: Rules;
  sealedState: SealedState;
  signIns: SignIns;
  factor: SecondFactor;
}) {
  const { rules, sealedState, signIns, factor } = deps;

  return {
    /** A new authenticator to scan; stays the same while the sealed state of this sign-in is valid. */
    async offer(token: string, sealed: string) {
      const { signIn, account } = signIns.require(token, "second_factor", "board");
      const isEnrolled = hasAuthenticator(account, rules);
      if (isEnrolled && signIn.completedAt === null) throw signInRefusal("enrolled");
      const known = sealedState.open("enrol", sealed, candidate);
      const secret = known?.signIn === signIn.id ? known.secret : await newAuthenticator();
      return {
        email: account.email,
        isEnrolled,
        secret,
        image: await authenticatorImage(secret, account.email),
        sealed: sealedState.seal("enrol", { signIn: signIn.id, secret }),
      };
    },

    /** Sets up the offered authenticator and signs the person out everywhere else. */
    async enroll(
      token: string,
      given: { sealed: string; code: string; current: string; trust: boolean },
    ): Promise<{ recoveryCodes: string[]; tokens: SignInTokens | null }> {
      const requireSignIn = () => signIns.require(token, "second_factor", "board");
      const entry = requireSignIn();
      const { signIn, account } = entry;
      const offered = sealedState.open("enrol", given.sealed, candidate);
      if (offered?.signIn !== signIn.id) throw signInRefusal("expired");
      const isComplete = signIn.completedAt !== null;
      const current = isComplete ? given.current : null;
      const proposed = { ...offered, code: given.code, current, requireSignIn };
      const recoveryCodes = await factor.enroll(account, proposed);
      signIns.endAllOf(account.email, signIn.id);
      return { recoveryCodes, tokens: isComplete ? null : signIns.complete(entry, given.trust) };
    },
  };
}
