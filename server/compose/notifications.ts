import { randomUUID } from "node:crypto";
import {
  announcing,
  type NotificationService,
  notificationService,
  preferenceService,
  registerAnnouncingJobs,
  registerNotificationJobs,
} from "../domains/inbox/notifications/index.ts";
import {
  apnsSender,
  isPublicEndpoint,
  type PushService,
  pushService,
  registerPushJobs,
  webPushSender,
} from "../domains/inbox/push/index.ts";
import { attentionOf } from "../domains/sessions/attention/queries.ts";
import { recentSummary } from "../domains/transcripts/summaries/queries.ts";
import { safeFetchFor } from "./connections.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** The inbox, which sessions fill as they finish or fail, and how its notifications are announced and pushed. */
export function composeNotifications(deps: ComposeDeps, platform: Platform, core: Core) {
  const { database, clock } = deps;
  const { jobs, redactor, appSettings } = platform;
  const { sessions, feed } = core;
  const preferences = preferenceService(appSettings);
  const push = composePush(deps, platform, { feed, pendingCount: () => notifications.pendingCount() });
  const announcements = announcing({
    database,
    clock,
    jobs,
    preferences,
    sessions,
    summarySince: recentSummary(database.sql),
    deliver: push.deliver,
    redact: (text) => redactor.redact(text),
  });
  registerAnnouncingJobs(jobs, announcements);
  const attention = attentionOf(database.sql);
  const notifications: NotificationService = notificationService({
    database,
    clock,
    jobs,
    sessions,
    attentionOf: (id) => attention([id]).get(id),
    newId: randomUUID,
    redact: (text) => redactor.redact(text),
    changed: feed.notifications,
    added: announcements.added,
  });
  registerNotificationJobs(jobs, notifications);
  return { notifications, announcements, preferences, push };
}

/** Push to browsers and phones. Their libraries are loaded with the first notification that is sent. */
function composePush(
  { database, clock, log, settings }: ComposeDeps,
  { jobs, secrets, owner, keys, knownDevices, webSignIn }: Platform,
  { feed, pendingCount }: Pick<Core, "feed"> & { pendingCount(): number },
): PushService {
  const contact = (): string => {
    if (settings.origin?.startsWith("https:") === true) return settings.origin;
    return `mailto:${owner.current().email ?? "signalbox@example.com"}`;
  };
  const push = pushService({
    database,
    clock,
    log,
    jobs,
    apns: apnsSender(settings.apns, clock),
    webPush: webPushSender({ secrets, fetch: safeFetchFor(settings), contact }),
    isSignedIn: ({ kind, id }) =>
      kind === "sign_in" ? webSignIn.isSignedIn(id) : knownDevices.access.isSignedIn(id),
    isKeyValid: keys.isValid,
    isPublic: isPublicEndpoint,
    pendingCount,
    showHere: feed.announce,
  });
  registerPushJobs(jobs, push);
  return push;
}
