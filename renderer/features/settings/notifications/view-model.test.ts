import { describe, expect, it } from "vitest";
import type { NotificationPreferences } from "../../../../server/domains/inbox/notifications/model.ts";
import { text } from "./text.ts";
import { deviceName, switched, timeZones, toggled } from "./view-model.ts";

const everywhere = { desktop: true, web_push: true, phone: true };
const preferences: NotificationPreferences = {
  types: {
    session_needs_input: everywhere,
    session_failed: everywhere,
    elicitation: everywhere,
    push: everywhere,
  },
  quiet_hours: { on: false, from: "22:00", to: "07:00", time_zone: "UTC" },
};

it("changes only the chosen cell", () => {
  const once = toggled(preferences, { type: "elicitation", channel: "phone" });
  expect(once.types.elicitation).toEqual({ ...everywhere, phone: false });
  expect(once.types.push).toEqual(everywhere);
  expect(toggled(once, { type: "elicitation", channel: "phone" })).toEqual(preferences);
});

it("names a phone by what it reported", () => {
  const device = { id: 1, environment: "production", last_registered_at: "", disabled_at: null } as const;
  expect(deviceName({ ...device, device_name: "Ada's iPhone", app_version: "2.1" })).toBe(
    "Ada's iPhone, app 2.1",
  );
  expect(deviceName({ ...device, device_name: null, app_version: null })).toBe("A phone");
});

it("says where a test was sent", () => {
  expect(text.page.testSent({ browsers: 1, phones: 0 })).toBe(
    "Sent to the open boards, 1 browser and 0 phones.",
  );
});

it("offers the chosen time zone even if the browser does not know it", () => {
  const values = timeZones("Mars/Olympus").map(({ value }) => value);
  expect(values).toEqual(expect.arrayContaining(["Europe/Berlin", "Mars/Olympus", "UTC"]));
});

describe("quiet hours that are switched on", () => {
  const hours = { on: false, from: "22:00", to: "07:00", time_zone: "UTC" };

  it("take the zone of the browser where the service has none", () => {
    expect(switched(hours, { on: true, browserZone: "Europe/Berlin" }).time_zone).toBe("Europe/Berlin");
  });

  it("keep a zone that was chosen, and change nothing else", () => {
    const chosen = { ...hours, time_zone: "Asia/Tokyo" };
    expect(switched(chosen, { on: true, browserZone: "Europe/Berlin" })).toEqual({ ...chosen, on: true });
    expect(switched(hours, { on: false, browserZone: "Europe/Berlin" })).toEqual(hours);
  });
});
