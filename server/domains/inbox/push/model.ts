import { z } from "zod";
import { noContent, operation } from "../../../http/model.ts";

/** A phone that gets notifications through Apple. Its token is never sent back. */
export const apnsDevice = z
  .object({
    id: z.number().int(),
    environment: z.enum(["sandbox", "production"]),
    device_name: z.string().nullable(),
    app_version: z.string().nullable(),
    last_registered_at: z.string(),
    /** When its connection was revoked; nothing is sent to it since. */
    disabled_at: z.string().nullable(),
  })
  .meta({ id: "ApnsDevice" });
export type ApnsDevice = z.infer<typeof apnsDevice>;

/** A browser that gets notifications while the board is closed. */
export const pushBrowser = z
  .object({
    id: z.number().int(),
    /** Such as "Firefox on Linux". */
    browser: z.string(),
    /** Lets a browser recognize its own entry: the start of the SHA-256 of its endpoint, in hexadecimal digits. */
    fingerprint: z.string(),
    created_at: z.string(),
    last_delivered_at: z.string().nullable(),
  })
  .meta({ id: "PushBrowser" });
export type PushBrowser = z.infer<typeof pushBrowser>;

export const fingerprintLength = 16;

const word = z.string().max(200);
const ref = z.object({ id: z.string().regex(/^\d{1,15}$/) });

export const apnsDeviceOperations = {
  registerApnsDevice: operation({
    id: "registerApnsDevice",
    method: "post",
    path: "/apns_devices",
    source: "E88",
    summary: "Register a phone, or update its registration",
    callers: ["api", "native"],
    body: z.object({
      token: z.string().max(1_000).nullish(),
      environment: word.nullish(),
      device_name: word.nullish(),
      app_version: word.nullish(),
    }),
    response: z.object({ apns_device: apnsDevice }),
    status: 201,
  }),
  removeApnsDevice: operation({
    id: "removeApnsDevice",
    method: "delete",
    path: "/apns_devices/{token}",
    source: "E89",
    summary: "Remove a phone that the caller registered; phones of other callers are not affected",
    callers: ["api", "native"],
    params: z.object({ token: z.string() }),
    response: noContent,
    status: 204,
  }),
} as const;

export const pushOperations = {
  getPushDelivery: operation({
    id: "getPushDelivery",
    method: "get",
    path: "/push_delivery",
    summary: "Browsers and phones that get notifications",
    callers: ["board"],
    response: z.object({
      browsers: z.array(pushBrowser),
      phones: z.object({
        available: z.boolean(),
        /** Why nothing can be sent although it was configured. */
        reason: z.string().nullable(),
        devices: z.array(apnsDevice),
      }),
    }),
  }),
  testPushDelivery: operation({
    id: "testPushDelivery",
    method: "post",
    path: "/push_delivery/test",
    summary: "Send a test message to every device, regardless of preferences",
    callers: ["board"],
    response: z.object({ browsers: z.number().int(), phones: z.number().int(), message: z.string() }),
  }),
  getWebPushKey: operation({
    id: "getWebPushKey",
    method: "get",
    path: "/web_push_key",
    summary: "The public key for browser subscriptions",
    callers: ["board"],
    response: z.object({ public_key: z.string() }),
  }),
  subscribeBrowser: operation({
    id: "subscribeBrowser",
    method: "post",
    path: "/push_delivery/browsers",
    summary: "Send notifications to this browser",
    callers: ["board"],
    /** The JSON form of the browser's PushSubscription. */
    body: z.object({
      endpoint: z.string().max(2_000),
      keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
    }),
    response: z.object({ browser: pushBrowser }),
    status: 201,
  }),
  removeBrowser: operation({
    id: "removeBrowser",
    method: "delete",
    path: "/push_delivery/browsers/{id}",
    summary: "Stop sending notifications to a browser",
    callers: ["board"],
    params: ref,
    response: noContent,
    status: 204,
  }),
  removePhone: operation({
    id: "removePhone",
    method: "delete",
    path: "/push_delivery/phones/{id}",
    summary: "Stop sending notifications to a phone until it registers again",
    callers: ["board"],
    params: ref,
    response: noContent,
    status: 204,
  }),
} as const;
