import { createHash } from "node:crypto";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { Announcement } from "../notifications/model.ts";
import { pushRefusal } from "./errors.ts";
import { columnsOf, type Holder, holderIn } from "./holders.ts";
import { pushToBrowserJob } from "./jobs.ts";
import { fingerprintLength, type PushBrowser } from "./model.ts";
import type { PushDeps } from "./ports.ts";
import { browserPayload, checkKeys, lastingMs } from "./rules.ts";
import type { PushStore, SubscriptionRow } from "./store.ts";
import type { Subscription } from "./web-push.ts";

/** Browsers that are told while the board is closed. */
export function browserService(deps: PushDeps, store: PushStore) {
  const { clock, jobs, log, webPush } = deps;

  /** Those that may be told. One whose sign-in has ended is told nothing more, on this machine or elsewhere. */
  function told(): SubscriptionRow[] {
    return store.subscriptions().filter((subscription) => {
      const holder = holderIn(subscription);
      const isTold = holder === null || deps.stands(holder);
      if (!isTold) store.removeSubscription(subscription.id);
      return isTold;
    });
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
      const keys = { endpoint, p256dh, auth };
      return view(store.putSubscription({ ...keys, browser, ...columnsOf(holder), createdAt: clock.now() }));
    },
    remove: store.removeSubscription,

    /** Queues the announcement for each; returns how many there are. */
    announce(announcement: Announcement): number {
      const subscriptions = told();
      const madeAt = clock.now();
      for (const { id } of subscriptions) jobs.add(pushToBrowserJob, { id, announcement, madeAt });
      return subscriptions.length;
    },

    /** Throws where it is to be tried again. */
    async send(id: number, announcement: Announcement, madeAt: number): Promise<void> {
      const subscription = told().find((known) => known.id === id);
      if (!subscription || madeAt + lastingMs < clock.now()) return;
      const payload = browserPayload(announcement);
      const { verdict, status } = await webPush.send(subscription, { payload, topic: announcement.tag });
      if (verdict === "sent") store.stampSubscription(id, clock.now());
      if (verdict === "gone") store.removeSubscription(id);
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
