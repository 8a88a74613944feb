import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Clock } from "../../../lib/clock.ts";
import { compactDigestOf } from "../../../lib/digest.ts";
import { rotationGraceMs } from "./rules.ts";
import type { OauthStore } from "./store.ts";

/** Whose ids are secrets: they are stored by their digest, and are in no payload. */
const secret: ReadonlySet<string> = new Set(["AccessToken", "RefreshToken", "AuthorizationCode"]);

/** Where the provider keeps one kind of thing. `spent` makes the refusal of what was used a moment ago. */
export function artifactAdapter(of: {
  model: string;
  store: OauthStore;
  clock: Clock;
  spent(): Error;
}): Adapter {
  const { model, store, clock } = of;
  const keyOf = (id: string): string => (secret.has(model) ? compactDigestOf(id) : id);

  /** A refresh token that was just spent is as good as unknown; later its return means that it was stolen. */
  const isJustSpent = (consumedAt: number | null): boolean =>
    model === "RefreshToken" && consumedAt !== null && clock.now() - consumedAt < rotationGraceMs;

  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  return {
    async upsert(id, { jti, ...payload }, expiresIn) {
      const now = clock.now();
      store.put({
        model,
        key: keyOf(id),
        payload: JSON.stringify(secret.has(model) ? payload : { ...payload, jti }),
        grantKey: payload.grantId ?? null,
        expiresAt: expiresIn === undefined ? null : now + expiresIn * 1_000,
        createdAt: now,
      });
    },
    async find(id) {
      const found = store.find(model, keyOf(id));
      if (!found || isJustSpent(found.consumedAt)) return undefined;
      const payload = JSON.parse(found.payload) as AdapterPayload;
      if (secret.has(model)) payload.jti = id;
      if (found.consumedAt !== null) payload.consumed = Math.floor(found.consumedAt / 1_000);
      return payload;
    },
    /** Of two that come at once with the same code or token one gets through. */
    async consume(id) {
      if (!store.consume(model, keyOf(id), clock.now())) throw of.spent();
    },
    destroy: async (id) => store.remove(model, keyOf(id)),
    revokeByGrantId: async (grantKey) => store.removeOfGrant(grantKey),
    findByUid: nothing,
    findByUserCode: nothing,
  };
}
