import { z } from "zod";
import { noContent, operation } from "../../../http/model.ts";

/** A phone that takes notifications through Apple. Its token is in no answer. */
export const apnsDevice = z
  .object({
    id: z.number().int(),
    environment: z.enum(["sandbox", "production"]),
    device_name: z.string().nullable(),
    app_version: z.string().nullable(),
    last_registered_at: z.string(),
    /** Since then nothing is sent to it: the connection it belongs to was revoked. */
    disabled_at: z.string().nullable(),
  })
  .meta({ id: "ApnsDevice" });
export type ApnsDevice = z.infer<typeof apnsDevice>;

/** A browser that takes notifications while the board is closed. */
export const pushBrowser = z
  .object({
    id: z.number().int(),
    /** Such as "Firefox on Linux". */
    browser: z.string(),
    /** By which a browser knows itself: the start of the SHA-256 of its endpoint, in hexadecimal digits. */
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
    summary: "Register a phone, or say anew what is known of it",
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
    summary: "Forget a phone that the caller registered; another's is left alone",
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
    summary: "The browsers and phones that are told",
    callers: ["board"],
    response: z.object({
      browsers: z.array(pushBrowser),
      phones: z.object({
        available: z.boolean(),
        /** Why nothing can be sent, where somebody meant it to be. */
        reason: z.string().nullable(),
        devices: z.array(apnsDevice),
      }),
    }),
  }),
  testPushDelivery: operation({
    id: "testPushDelivery",
    method: "post",
    path: "/push_delivery/test",
    summary: "Send a message everywhere at once, whatever the preferences are",
    callers: ["board"],
    response: z.object({ browsers: z.number().int(), phones: z.number().int(), message: z.string() }),
  }),
  getWebPushKey: operation({
    id: "getWebPushKey",
    method: "get",
    path: "/web_push_key",
    summary: "The key that a browser subscribes with",
    callers: ["board"],
    response: z.object({ public_key: z.string() }),
  }),
  subscribeBrowser: operation({
    id: "subscribeBrowser",
    method: "post",
    path: "/push_delivery/browsers",
    summary: "Tell this browser from now on",
    callers: ["board"],
    /** As the browser's PushSubscription writes itself. */
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
    summary: "Tell a browser no more",
    callers: ["board"],
    params: ref,
    response: noContent,
    status: 204,
  }),
  removePhone: operation({
    id: "removePhone",
    method: "delete",
    path: "/push_delivery/phones/{id}",
    summary: "Tell a phone no more, until it registers again",
    callers: ["board"],
    params: ref,
    response: noContent,
    status: 204,
  }),
} as const;
