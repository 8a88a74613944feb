import type {
  Channel,
  NotificationPreferences,
  NotificationType,
} from "../../../../server/domains/inbox/notifications/model.ts";
import type { ApnsDevice } from "../../../../server/domains/inbox/push/model.ts";
import { text } from "./text.ts";

export const typeLabels: readonly { type: NotificationType; label: string }[] = [
  { type: "session_needs_input", label: text.types.sessionNeedsInput },
  { type: "session_failed", label: text.types.sessionFailed },
  { type: "elicitation", label: text.types.elicitation },
  { type: "push", label: text.types.push },
];

export const channelLabels: readonly { channel: Channel; label: string }[] = [
  { channel: "desktop", label: text.channels.desktop },
  { channel: "web_push", label: text.channels.browsers },
  { channel: "phone", label: text.channels.phones },
];

/** The preferences with one cell changed. */
export function toggled(
  preferences: NotificationPreferences,
  { type, channel }: { type: NotificationType; channel: Channel },
): NotificationPreferences {
  const { types } = preferences;
  const row = { ...types[type], [channel]: !types[type][channel] };
  return { ...preferences, types: { ...types, [type]: row } };
}

/**
 * Quiet hours, switched on or off. A service without a time zone of its own starts with UTC: the zone of the person's
 * browser is meant then.
 */
export function switched(
  hours: NotificationPreferences["quiet_hours"],
  { on, browserZone }: { on: boolean; browserZone: string },
): NotificationPreferences["quiet_hours"] {
  return { ...hours, on, ...(on && hours.time_zone === "UTC" && { time_zone: browserZone }) };
}

export const deviceName = ({ device_name, app_version }: ApnsDevice): string =>
  [
    device_name ?? text.phones.unnamed,
    ...(app_version === null ? [] : [text.phones.appVersion(app_version)]),
  ].join(", ");

/** Every time zone that the browser knows, and the chosen one. */
export function timeZones(chosen: string): { value: string; label: string }[] {
  const names = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), chosen]);
  return [...names].toSorted().map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}
