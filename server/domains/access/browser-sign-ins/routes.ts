import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { browserSignInOperations } from "./model.ts";
import type { BrowserSignInService } from "./service.ts";
import { text } from "./text.ts";

export const browserSignInRoutes = (browsers: BrowserSignInService): Endpoint[] =>
  endpoints(browserSignInOperations, {
    listBrowserSignIns: (_input, { actor }) => ({
      browser_sign_ins: browsers.list(actor),
      open_to: browsers.openTo,
    }),
    endBrowserSignIn: ({ params }, { actor }) => ({
      message: text.signedOut(browsers.end(Number(params.id), actor)),
    }),
    endOtherBrowserSignIns: (_input, { actor }) => ({
      message: text.signedOutOthers(browsers.endOthers(actor)),
    }),
  });
