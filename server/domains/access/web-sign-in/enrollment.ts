import { z } from "zod";
import { authenticatorImage, newAuthenticator } from "./authenticator.ts";
import { signInRefusal } from "./errors.ts";
import { hasAuthenticator, type Rules } from "./rules.ts";
import type { SealedState } from "./sealed-state.ts";
import type { SecondFactor } from "./second-factor.ts";
import type { Entrance, SignIns } from "./sign-ins.ts";

const candidate = z.object({ signIn: z.number(), secret: z.string() });

export type Enrolment = ReturnType<typeof enrolment>;

/**
 * Setting an authenticator up: by who came from the provider and has none yet, or in place of the one that stands
 * by who is signed in. Nothing is stored before its first code is right.
 */
export function enrolment(deps: {
  rules: Rules;
  parcels: SealedState;
  signIns: SignIns;
  factor: SecondFactor;
}) {
  const { rules, parcels, signIns, factor } = deps;

  return {
    /** A new authenticator to scan; the same one as long as the parcel of this sign-in lasts. */
    async offer(token: string, parcel: string) {
      const { signIn, account } = signIns.at(token, "second_factor", "board");
      const stands = hasAuthenticator(account, rules);
      if (stands && signIn.completedAt === null) throw signInRefusal("enrolled");
      const known = parcels.unwrap("enrol", parcel, candidate);
      const secret = known?.signIn === signIn.id ? known.secret : await newAuthenticator();
      return {
        email: account.email,
        stands,
        secret,
        image: await authenticatorImage(secret, account.email),
        parcel: parcels.wrap("enrol", { signIn: signIn.id, secret }),
      };
    },

    /** Sets the offered authenticator up and signs the person out everywhere else. */
    async enrol(
      token: string,
      given: { parcel: string; code: string; current: string; trust: boolean },
    ): Promise<{ recoveryCodes: string[]; entrance: Entrance | null }> {
      const admit = () => signIns.at(token, "second_factor", "board");
      const entry = admit();
      const { signIn, account } = entry;
      const offered = parcels.unwrap("enrol", given.parcel, candidate);
      if (offered?.signIn !== signIn.id) throw signInRefusal("expired");
      const isIn = signIn.completedAt !== null;
      const current = isIn ? given.current : null;
      const recoveryCodes = await factor.enrol(account, { ...offered, code: given.code, current, admit });
      signIns.endAllOf(account.email, signIn.id);
      return { recoveryCodes, entrance: isIn ? null : signIns.complete(entry, given.trust) };
    },
  };
}
