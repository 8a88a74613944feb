import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** Who sends webhooks, as in the paths and in stored deliveries. */
export const webhookHosts = ["chat", "code_host"] as const;
export type WebhookHost = (typeof webhookHosts)[number];

/** The host's signature over the raw body is the credential, so nothing of the body is parsed before it is checked. */
const signed = {
  method: "post",
  base: "root",
  callers: ["anyone"],
  rawBody: true,
  bodyLimit: 1024 * 1024,
  response: z.object({
    /** Sent back to a host that checks the address. */
    challenge: z.string().optional(),
  }),
  errors: [400, 401, 404, 413],
} as const;

export const webhookOperations = {
  receiveChat: operation({
    ...signed,
    id: "receiveChat",
    path: "/webhooks/chat",
    source: "E171",
    summary: "Take a signed delivery of the chat platform",
  }),
  receiveCodeHost: operation({
    ...signed,
    id: "receiveCodeHost",
    path: "/webhooks/code_host",
    source: "E172",
    summary: "Take a signed delivery of the code host",
  }),
} as const;
