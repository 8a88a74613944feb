import { type Actor, actorName, connectionOf } from "../../../http/caller.ts";
import { statusOf } from "./rules.ts";
import type { ApiKeyRow, ApiKeyStore } from "./store.ts";

export type Makers = ReturnType<typeof keyMakers>;
type Maker = Pick<ApiKeyRow, "madeBy" | "madeByGrantId" | "madeByKeyId">;

/** What is stored about whoever creates a key, or makes it valid again. */
export const makerOf = (actor: Actor): Maker => ({
  madeBy: actorName(actor),
  madeByGrantId: connectionOf(actor),
  madeByKeyId: actor.kind === "api_key" ? actor.id : null,
});

/** A key is valid for as long as the connection or the key that made it. */
export function keyMakers({
  store,
  isListed,
  connectionEndedAt,
}: {
  store: Pick<ApiKeyStore, "byId">;
  isListed(digest: string): boolean;
  /** When a connection ended; null while it is valid. */
  connectionEndedAt(grantId: number): number | null;
}) {
  /** When the key's maker ended; null while it is valid. Only a key that exists already makes another, so this ends. */
  function endedAt({ madeByGrantId, madeByKeyId }: Maker): number | null {
    if (madeByGrantId !== null) return connectionEndedAt(madeByGrantId);
    const maker = madeByKeyId === null ? undefined : store.byId(madeByKeyId);
    if (maker === undefined) return null;
    const makersEnd = endedAt(maker);
    const status = statusOf({ ...maker, makerEndedAt: makersEnd, listed: isListed(maker.digest) });
    // Nobody knows when a key was taken off the list.
    return status === "active" ? null : (maker.revokedAt ?? makersEnd ?? maker.createdAt);
  }

  return { endedAt };
}
