import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { Announcement } from "../notifications/model.ts";
import type { ApnsSender } from "./apns.ts";
import type { Holder } from "./holders.ts";
import type { WebPushSender } from "./web-push.ts";

export interface PushDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<JobQueue, "add">;
  apns: ApnsSender;
  webPush: WebPushSender;
  /** Whether this connection or sign-in is still valid. */
  isSignedIn(holder: NonNullable<Holder>): boolean;
  /** Whether this API key is still valid. */
  isKeyValid(id: number): boolean;
  /** Whether the address is on the public internet. */
  isPublic(endpoint: string): boolean;
  /** The number on the app's icon. */
  pendingCount(): number;
  /** Shows it on open pages and in the desktop app. */
  showHere(announcement: Announcement): void;
}
