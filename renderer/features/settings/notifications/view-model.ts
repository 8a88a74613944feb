import type {
  Channel,
  NotificationPreferences,
  NotificationType,
} from "../../../../server/domains/inbox/notifications/model.ts";
import type { ApnsDevice } from "../../../../server/domains/inbox/push/model.ts";

export const typeWords: readonly { type: NotificationType; label: string }[] = [
  { type: "session_needs_input", label: "A session needs you" },
  { type: "session_failed", label: "A session failed" },
  { type: "elicitation", label: "An agent asks a question" },
  { type: "push", label: "An agent sends a message" },
];

export const channelWords: readonly { channel: Channel; label: string }[] = [
  { channel: "desktop", label: "Desktop" },
  { channel: "web_push", label: "Browsers" },
  { channel: "phone", label: "Phones" },
];

/** With one cell of the table turned the other way. */
export function turned(
  preferences: NotificationPreferences,
  { type, channel }: { type: NotificationType; channel: Channel },
): NotificationPreferences {
  const { types } = preferences;
  const row = { ...types[type], [channel]: !types[type][channel] };
  return { ...preferences, types: { ...types, [type]: row } };
}

export const deviceName = ({ device_name, app_version }: ApnsDevice): string =>
  [device_name ?? "A phone", ...(app_version === null ? [] : [`app ${app_version}`])].join(", ");

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${more}`;

/** Where a test message went. */
export const testWords = ({ browsers, phones }: { browsers: number; phones: number }): string =>
  `Sent to the open boards, ${many(browsers, "browser", "browsers")} and ${many(phones, "phone", "phones")}.`;

/** Every zone that the browser knows, the chosen one among them. */
export function timeZones(chosen: string): { value: string; label: string }[] {
  const names = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), chosen]);
  return [...names].toSorted().map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}
