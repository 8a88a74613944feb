import type { Announcement, Channel } from "../notifications/model.ts";
import { browserService } from "./browsers.ts";
import { phoneService } from "./phones.ts";
import type { PushDeps } from "./ports.ts";
import { pushStore } from "./store.ts";
import { text } from "./text.ts";

export type PushService = ReturnType<typeof pushService>;

/** Sends announcements to pages, browsers and phones. Jobs queued inside a transaction belong to it. */
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
    /** Sends to every device, regardless of preferences. */
    test(): { browsers: number; phones: number; message: string } {
      const announcement = {
        title: text.test.title,
        body: text.test.body,
        url: "/settings/notifications",
        tag: "test",
      };
      deps.showHere(announcement);
      return {
        browsers: browsers.announce(announcement),
        phones: phones.announce(announcement),
        message: text.test.sent,
      };
    },
    close: deps.apns.close,
  };
}
