import type { Announcement, Channel } from "../notifications/model.ts";
import { browserService } from "./browsers.ts";
import { phoneService } from "./phones.ts";
import type { PushDeps } from "./ports.ts";
import { pushStore } from "./store.ts";

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
