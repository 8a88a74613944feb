import { createHash } from "node:crypto";
import { instant, instantOrNull } from "../../lib/instant.ts";
import type { Announcement } from "../notifications/model.ts";
import { pushRefusal } from "./errors.ts";
import { type Holder, subscriptionHolders } from "./holders.ts";
import { fingerprintLength, type PushBrowser } from "./model.ts";
import { browserPayload, checkKeys, lastingMs } from "./rules.ts";
import type { PushDeps } from "./service.ts";
import type { PushStore, SubscriptionRow } from "./store.ts";
import type { Subscription } from "./web-push.ts";

export const browserJob = "push.browser";

/** Browsers that are told while the board is closed. */
export function browserService(deps: PushDeps, store: PushStore) {
  const { clock, jobs, log, webPush } = deps;
  const holders = subscriptionHolders(deps);

  function remove(id: number): void {
    store.removeSubscription(id);
    holders.note(id, null);
  }

  /** Those that may be told. One whose sign-in has ended is told nothing more, on this machine or elsewhere. */
  function told(): SubscriptionRow[] {
    const subscriptions = store.subscriptions();
    const ended = new Set(holders.ended(subscriptions.map(({ id }) => id)));
    for (const id of ended) remove(id);
    return subscriptions.filter(({ id }) => !ended.has(id));
  }

  return {
    publicKey: webPush.publicKey,
    list: (): PushBrowser[] => told().map(view),

    /** One that subscribes again is the same one. */
    subscribe(
      { endpoint, p256dh, auth }: Subscription,
      { browser, holder }: { browser: string; holder: Holder },
    ): PushBrowser {
      if (!deps.isPublic(endpoint)) throw pushRefusal("bad_endpoint");
      checkKeys({ p256dh, auth });
      const row = store.putSubscription({ endpoint, p256dh, auth, browser, createdAt: clock.now() });
      holders.note(row.id, holder);
      return view(row);
    },
    remove,

    /** Queues the announcement for each; returns how many there are. */
    announce(announcement: Announcement): number {
      const subscriptions = told();
      const madeAt = clock.now();
      for (const { id } of subscriptions)
        jobs.add({ kind: browserJob, payload: { id, announcement, madeAt } });
      return subscriptions.length;
    },

    /** Throws where it is to be tried again. */
    async send(id: number, announcement: Announcement, madeAt: number): Promise<void> {
      const subscription = told().find((known) => known.id === id);
      if (!subscription || madeAt + lastingMs < clock.now()) return;
      const payload = browserPayload(announcement);
      const { verdict, status } = await webPush.send(subscription, { payload, topic: announcement.tag });
      if (verdict === "sent") store.stampSubscription(id, clock.now());
      if (verdict === "gone") remove(id);
      if (verdict === "refused") log.warn({ browser: id, status }, "a push service refused a message");
      if (verdict === "later") throw new Error(`The push service answered ${status}`);
    },
  };
}

const view = ({ id, endpoint, browser, createdAt, lastDeliveredAt }: SubscriptionRow): PushBrowser => ({
  id,
  browser: browser ?? "A browser",
  fingerprint: createHash("sha256").update(endpoint).digest("hex").slice(0, fingerprintLength),
  created_at: instant(createdAt),
  last_delivered_at: instantOrNull(lastDeliveredAt),
});
