import { describe, expect, it } from "vitest";
import { isPublicEndpoint } from "./endpoint.ts";
import {
  apnsConfig,
  apnsVerdictOf,
  browserPayload,
  checkKeys,
  phonePayload,
  readEnvironment,
  readToken,
  webPushVerdictOf,
} from "./rules.ts";

describe("a phone's token", () => {
  it.each([
    ["a".repeat(64), "a".repeat(64)],
    ["ABCDEF0123".repeat(20), "abcdef0123".repeat(20)],
  ])("is stored as %s", (token, stored) => {
    expect(readToken(token)).toBe(stored);
  });

  it.each([
    [null, "token is required"],
    ["", "token is required"],
    ["a".repeat(63), "64 to 200"],
    ["a".repeat(201), "64 to 200"],
    ["g".repeat(64), "64 to 200"],
    [`${"a".repeat(63)}\n`, "64 to 200"],
  ])("is refused if it is %j", (token, sentence) => {
    expect(() => readToken(token)).toThrow(sentence);
  });
});

it("accepts two environments", () => {
  expect([readEnvironment("sandbox"), readEnvironment("production")]).toEqual(["sandbox", "production"]);
  expect(() => readEnvironment(undefined)).toThrow("environment is required");
  expect(() => readEnvironment("Sandbox")).toThrow("sandbox or production");
});

it("accepts only browser keys of the right sizes", () => {
  const [p256dh, auth] = ["B".repeat(87), "a".repeat(22)];
  expect(() => checkKeys({ p256dh, auth })).not.toThrow();
  for (const keys of [
    { p256dh: "B".repeat(80), auth },
    { p256dh, auth: "a" },
    { p256dh: "!".repeat(87), auth },
  ])
    expect(() => checkKeys(keys)).toThrow("not valid keys of a push subscription");
});

it.each([
  [200, "", "sent"],
  [400, "BadDeviceToken", "gone"],
  [400, "DeviceTokenNotForTopic", "gone"],
  [400, "PayloadEmpty", "refused"],
  [403, "ExpiredProviderToken", "reconnect"],
  [403, "InvalidProviderToken", "refused"],
  [410, "Unregistered", "gone"],
  [413, "PayloadTooLarge", "refused"],
  [429, "TooManyRequests", "later"],
  [503, "ServiceUnavailable", "later"],
])("reads Apple's %i %s as %s", (status, reason, verdict) => {
  expect(apnsVerdictOf(status, reason)).toBe(verdict);
});

it.each([
  [201, "sent"],
  [404, "gone"],
  [410, "gone"],
  [429, "later"],
  [502, "later"],
  [403, "refused"],
])("reads a push service's %i as %s", (status, verdict) => {
  expect(webPushVerdictOf(status)).toBe(verdict);
});

describe("a payload", () => {
  const announcement = { title: "Greeter", body: "Look", url: "/sessions/7", tag: "notification-1" };
  const bytes = (text: string): number => Buffer.byteLength(text);

  it("contains what a phone shows and where a tap leads", () => {
    expect(JSON.parse(phonePayload(announcement, 3))).toEqual({
      aps: {
        alert: { title: "Greeter", body: "Look" },
        badge: 3,
        sound: "default",
        "thread-id": "/sessions/7",
      },
      url: "/sessions/7",
      tag: "notification-1",
    });
  });

  it.each(["x".repeat(9_000), "é".repeat(5_000), "🚦".repeat(3_000), '"\n'.repeat(4_000)])(
    "stays below the limits, cut between characters",
    (body) => {
      const phone = phonePayload({ ...announcement, body }, 1);
      expect(bytes(phone)).toBeLessThanOrEqual(4_096);
      expect(bytes(phone)).toBeGreaterThan(2_500);
      expect(phone).not.toContain("\\ud83d");
      expect(bytes(browserPayload({ ...announcement, body }))).toBeLessThanOrEqual(3_000);
    },
  );

  it("stays below the limits with a title that is too long on its own", () => {
    expect(
      bytes(browserPayload({ ...announcement, title: "é".repeat(4_000), body: "b" })),
    ).toBeLessThanOrEqual(3_000);
  });
});

it("names the missing settings for Apple", () => {
  const some = { key: "k", keyId: null, teamId: "t", topic: null, url: null, ca: null };
  expect(apnsConfig(some)).toEqual({ missing: ["SERVICE_APNS_KEY_ID", "SERVICE_APNS_TOPIC"] });
  expect(apnsConfig({ ...some, keyId: "i", topic: "p" })).toEqual({
    key: "k",
    keyId: "i",
    teamId: "t",
    topic: "p",
  });
});

it.each([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://8.8.8.8/x", true],
  ["http://fcm.googleapis.com/x", false],
  ["https://localhost/x", false],
  ["https://printer.local/x", false],
  ["https://router/x", false],
  ["https://127.0.0.1/x", false],
  ["https://[::1]/x", false],
  ["https://169.254.169.254/latest", false],
  ["https://0x7f000001/x", false],
  ["https://user:pass@push.example.com/x", false],
  ["not an address", false],
])("may ask %s: %s", (endpoint, expected) => {
  expect(isPublicEndpoint(endpoint)).toBe(expected);
});
