import type { Request } from "express";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import type { Holder } from "./holders.ts";
import { apnsDeviceOperations, pushOperations } from "./model.ts";
import type { PushService } from "./service.ts";

export function pushRoutes(
  push: PushService,
  visitor: {
    /** A readable name for the browser that sent this User-Agent. */
    browserName(userAgent: string | undefined): string;
    /** The sign-in of the browser. */
    holderOf(request: Request): Holder;
  },
): Endpoint[] {
  const { phones, browsers } = push;
  return [
    ...endpoints(apnsDeviceOperations, {
      registerApnsDevice: ({ body }, { actor }) => ({ apns_device: phones.register(body, actor) }),
      removeApnsDevice: ({ params }, { actor }) => phones.forgetToken(params.token, actor),
    }),
    ...endpoints(pushOperations, {
      getPushDelivery: async () => ({ browsers: browsers.list(), phones: await phones.overview() }),
      testPushDelivery: () => push.test(),
      getWebPushKey: async () => ({ public_key: await browsers.publicKey() }),
      subscribeBrowser: ({ body: { endpoint, keys } }, { request }) => ({
        browser: browsers.subscribe(
          { endpoint, ...keys },
          {
            browser: visitor.browserName(request.headers["user-agent"]),
            holder: visitor.holderOf(request),
          },
        ),
      }),
      removeBrowser: ({ params }) => browsers.remove(Number(params.id)),
      removePhone: ({ params }) => phones.remove(Number(params.id)),
    }),
  ];
}
