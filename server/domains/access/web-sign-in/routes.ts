import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { webSignInOperations } from "./model.ts";
import type { WebSignIn } from "./service.ts";

export function webSignInRoutes(webSignIn: WebSignIn): Endpoint[] {
  return endpoints(webSignInOperations, {
    getWebSignIn: (_input, { request }) => webSignIn.state(request),
    newRecoveryCodes: async ({ body }, { request }) => ({
      recovery_codes: await webSignIn.renewRecoveryCodes(request, body.code),
    }),
    endWebSignIn: ({ params }, { request }) => {
      webSignIn.endBrowser(request, Number(params.id));
      return { message: "Signed out the browser" };
    },
    forgetBrowser: ({ params }, { request }) => {
      webSignIn.forgetBrowser(request, Number(params.id));
      return { message: "The browser is no longer trusted and will be asked for a code" };
    },
    signOut: (_input, { request }) => {
      webSignIn.signOut(request);
      return { message: "You are signed out" };
    },
  });
}
