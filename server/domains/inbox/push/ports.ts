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
  /** Whether this connection or sign-in still opens the board. */
  stands(holder: NonNullable<Holder>): boolean;
  /** Whether a push service may be at this address. */
  isPublic(endpoint: string): boolean;
  /** What the number on an app's icon says. */
  pendingCount(): number;
  /** To the pages that are open and the desktop app. */
  showHere(announcement: Announcement): void;
}
