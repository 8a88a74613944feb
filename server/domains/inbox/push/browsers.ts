import { createHash } from "node:crypto";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { Announcement } from "../notifications/model.ts";
import { pushRefusal } from "./errors.ts";
import { columnsOf, type Holder, holderIn } from "./holders.ts";
import { pushToBrowserJob } from "./jobs.ts";
import { fingerprintLength, type PushBrowser } from "./model.ts";
import type { PushDeps } from "./ports.ts";
import { browserPayload, checkKeys, deliverWithinMs } from "./rules.ts";
import type { PushStore, SubscriptionRow } from "./store.ts";
import { text } from "./text.ts";
import type { Subscription } from "./web-push.ts";

/** Browsers that get notifications while the board is closed. */
export function browserService(deps: PushDeps, store: PushStore) {
  const { clock, jobs, log, webPush } = deps;

  /** The browsers whose sign-in is still valid; removes the others. */
  function active(): SubscriptionRow[] {
    return store.subscriptions().filter((subscription) => {
      const holder = holderIn(subscription);
      const isActive = holder === null || deps.isSignedIn(holder);
      if (!isActive) store.removeSubscription(subscription.id);
      return isActive;
    });
  }

  return {
    publicKey: webPush.publicKey,
    list: (): PushBrowser[] => active().map(view),

    /** A browser that subscribes again keeps its row. */
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
      const subscriptions = active();
      const madeAt = clock.now();
      for (const { id } of subscriptions) jobs.add(pushToBrowserJob, { id, announcement, madeAt });
      return subscriptions.length;
    },

    /** Throws if the job has to try again. */
    async send(id: number, announcement: Announcement, madeAt: number): Promise<void> {
      const subscription = active().find((known) => known.id === id);
      if (!subscription || madeAt + deliverWithinMs < clock.now()) return;
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
  browser: browser ?? text.unnamedBrowser,
  fingerprint: createHash("sha256").update(endpoint).digest("hex").slice(0, fingerprintLength),
  created_at: instant(createdAt),
  last_delivered_at: instantOrNull(lastDeliveredAt),
});
