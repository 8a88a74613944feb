import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { webSignInOperations } from "./model.ts";
import type { WebSignIn } from "./service.ts";
import { text } from "./text.ts";

export function webSignInRoutes(webSignIn: WebSignIn): Endpoint[] {
  return endpoints(webSignInOperations, {
    getWebSignIn: (_input, { request }) => webSignIn.state(request),
    newRecoveryCodes: async ({ body }, { request }) => ({
      recovery_codes: await webSignIn.renewRecoveryCodes(request, body.code),
    }),
    endWebSignIn: ({ params }, { request }) => {
      webSignIn.endBrowser(request, Number(params.id));
      return { message: text.browserSignedOut };
    },
    forgetBrowser: ({ params }, { request }) => {
      webSignIn.forgetBrowser(request, Number(params.id));
      return { message: text.browserForgotten };
    },
    signOut: (_input, { request }) => {
      webSignIn.signOut(request);
      return { message: text.signedOut };
    },
  });
}
