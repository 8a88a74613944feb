import type { Adapter } from "oidc-provider";
import type { Clock } from "../../../lib/clock.ts";
import { compactDigestOf } from "../../../lib/digest.ts";
import { rotationGraceMs } from "./rules.ts";
import type { OauthStore } from "./store.ts";

/** Models whose ids are secrets: the id is stored as a digest and left out of the payload. */
const secretModels: ReadonlySet<string> = new Set(["AccessToken", "RefreshToken", "AuthorizationCode"]);

/** The provider's storage for one model. `spent` makes the error for a code or token that was already used. */
export function artifactAdapter(of: {
  model: string;
  store: OauthStore;
  clock: Clock;
  spent(): Error;
}): Adapter {
  const { model, store, clock } = of;
  const keyOf = (id: string): string => (secretModels.has(model) ? compactDigestOf(id) : id);

  /** A refresh token that was just used is treated as unknown; if it comes back later, it was stolen. */
  const isJustSpent = (consumedAt: number | null): boolean =>
    model === "RefreshToken" && consumedAt !== null && clock.now() - consumedAt < rotationGraceMs;

  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  return {
    async upsert(id, { jti, ...payload }, expiresIn) {
      const now = clock.now();
      store.put({
        model,
        key: keyOf(id),
        payload: secretModels.has(model) ? payload : { ...payload, jti },
        grantKey: payload.grantId ?? null,
        expiresAt: expiresIn === undefined ? null : now + expiresIn * 1_000,
        createdAt: now,
      });
    },
    async find(id) {
      const found = store.find(model, keyOf(id));
      if (!found || isJustSpent(found.consumedAt)) return undefined;
      const { payload } = found;
      if (secretModels.has(model)) payload.jti = id;
      if (found.consumedAt !== null) payload.consumed = Math.floor(found.consumedAt / 1_000);
      return payload;
    },
    /** Of two simultaneous requests with the same code or token, one succeeds. */
    async consume(id) {
      if (!store.consume(model, keyOf(id), clock.now())) throw of.spent();
    },
    destroy: async (id) => store.remove(model, keyOf(id)),
    revokeByGrantId: async (grantKey) => store.removeOfGrant(grantKey),
    findByUid: nothing,
    findByUserCode: nothing,
  };
}
