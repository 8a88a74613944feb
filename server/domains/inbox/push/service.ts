import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { Announcement, Channel } from "../notifications/model.ts";
import type { ApnsSender } from "./apns.ts";
import { browserService } from "./browsers.ts";
import type { Holder } from "./holders.ts";
import { phoneService } from "./phones.ts";
import { pushStore } from "./store.ts";
import type { WebPushSender } from "./web-push.ts";

export interface PushDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<JobQueue, "add">;
  apns: ApnsSender;
  webPush: WebPushSender;
  /** Whether this connection or sign-in still opens the board. */
  stands(holder: NonNullable<Holder>): boolean;
  /** Whether a push service may be at this address. */
  isPublic(endpoint: string): boolean;
  /** What the number on an app's icon says. */
  pendingCount(): number;
  /** To the pages that are open and the desktop app. */
  showHere(announcement: Announcement): void;
}

export type PushService = ReturnType<typeof pushService>;

/** The ways to a person who is not looking at the inbox. What is queued in a transaction is part of it. */
export function pushService(deps: PushDeps) {
  const store = pushStore(deps.database);
  const phones = phoneService(deps, store);
  const browsers = browserService(deps, store);
  return {
    phones,
    browsers,
    deliver(channel: Channel, announcement: Announcement): void {
      if (channel === "desktop") deps.showHere(announcement);
      if (channel === "web_push") browsers.announce(announcement);
      if (channel === "phone") phones.announce(announcement);
    },
    /** To everything there is, whatever the preferences are. */
    test(): { browsers: number; phones: number; message: string } {
      const announcement = {
        title: "Signalbox",
        body: "This is what a notification looks like.",
        url: "/settings/notifications",
        tag: "test",
      };
      deps.showHere(announcement);
      return {
        browsers: browsers.announce(announcement),
        phones: phones.announce(announcement),
        message: "A message is on its way",
      };
    },
    close: deps.apns.close,
  };
}
