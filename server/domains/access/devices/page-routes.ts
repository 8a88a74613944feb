import express, { type Request, type Response, type Router } from "express";
import { z } from "zod";
import { refusalPages } from "../../../http/error-handler.ts";
import type { FormGuard } from "../../../http/form-guard.ts";
import { cameFromLan, forbidden } from "../../../http/guard.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { invalid, Refusal } from "../../../lib/errors.ts";
import { type FirstPartyClient, firstPartyReturn } from "../oauth/index.ts";
import { sendFinishPage } from "../page-keys/index.ts";
import type { DeviceAuthentication } from "./authenticator.ts";
import type { DeviceSignIns } from "./device-sign-ins.ts";
import { deviceRefusal } from "./errors.ts";
import { pairPage, refusedPage } from "./pages.ts";
import type { Consent, Pairings } from "./pairings.ts";
import { deviceName } from "./rules.ts";
import type { DeviceService } from "./service.ts";
import { text } from "./text.ts";

const field = z.string().max(200).default("");
const form = z.object({
  form_token: field,
  code: field,
  name: field,
  return_to: z.string().max(3_000).default(""),
});
type Form = z.infer<typeof form>;

export interface PairingPagesDeps {
  devices: Pick<DeviceService, "add">;
  pairings: Pick<Pairings, "redeem">;
  deviceSignIns: DeviceSignIns;
  access: Pick<DeviceAuthentication, "setCookie">;
  client: FirstPartyClient;
  /** Trades an access token for the id of its connection. Returns null if the token is not valid. */
  redeemAccessToken(accessToken: string): number | null;
  forms: FormGuard;
  /** A readable name for the browser that sent this User-Agent. */
  browserName(userAgent: string | undefined): string;
}

/**
 * The page where a device enters its code and to which the authorization server sends it back. Only requests that
 * come through the LAN listener get it.
 */
export function pairingPages(deps: PairingPagesDeps): Router {
  const { browserName } = deps;
  const router = express.Router();

  router.use((request, response, next) => {
    if (cameFromLan(request)) next();
    else response.redirect(303, "/");
  });
  router.get("/", (request, response) =>
    showForm(deps, [request, response], {
      name: browserName(request.headers["user-agent"]),
      code: "",
      returnTo: new URLSearchParams(/\?.*$/s.exec(request.originalUrl)?.[0]).get("return_to") ?? "",
      wrong: null,
    }),
  );
  router.post(
    "/",
    express.urlencoded({ extended: false, limit: "8kb", parameterLimit: 10 }),
    async (request, response) => {
      const given = readForm(deps, request);
      try {
        const consent = deps.pairings.redeem(given.code, request.socket.remoteAddress ?? "");
        response.redirect(303, await begin(deps, [request, response], { ...given, consent }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const wrong = { status: error.status, sentence: error.message };
        showForm(deps, [request, response], { ...given, returnTo: given.return_to, wrong });
      }
    },
  );
  router.get("/callback", async (request, response) => {
    const signIn = deps.deviceSignIns.finish(request, response);
    if (!signIn?.pending) throw deviceRefusal("not_begun_here");
    const { name, browser, pending } = signIn;
    const returned = new URL(request.originalUrl, pending.issuer);
    const grantId = deps.redeemAccessToken(await deps.client.finish(returned, pending));
    if (grantId === null) throw deviceRefusal("not_begun_here");
    const { token, keyToken } = deps.devices.add({ grantId, name, browser });
    deps.access.setCookie(response, token);
    sendFinishPage(response, { token: keyToken, returnTo: "/" });
  });
  router.use(
    refusalPages(({ status, messages }, response) => sendPlainPage(response, refusedPage(status, messages))),
  );
  return router;
}

type Exchange = readonly [request: Request, response: Response];

function readForm({ forms }: PairingPagesDeps, request: Request): Form {
  const parsed = form.safeParse(request.body ?? {});
  if (!parsed.success) throw invalid(text.unreadableForm);
  forms.check(request, parsed.data.form_token);
  return parsed.data;
}

/** `returnTo` is the authorization request of an app on the device; anything else is ignored. */
function showForm(
  { forms }: PairingPagesDeps,
  [request, response]: Exchange,
  of: { name: string; code: string; returnTo: string; wrong: { status: number; sentence: string } | null },
): void {
  const app = firstPartyReturn(of.returnTo);
  const returnTo = app === null ? null : { address: of.returnTo, app };
  sendPlainPage(response, pairPage({ ...of, returnTo, token: forms.issue(request, response) }));
}

/** Allows the device's own authorization request, or that of an app on it. Returns the address of the request. */
async function begin(
  { deviceSignIns, client, browserName }: PairingPagesDeps,
  [request, response]: Exchange,
  of: { consent: Consent; name: string; return_to: string },
): Promise<string> {
  const browser = browserName(request.headers["user-agent"]);
  const signIn = { consent: of.consent, name: deviceName(of.name, browser), browser };
  if (firstPartyReturn(of.return_to) !== null) {
    deviceSignIns.begin(response, { ...signIn, address: of.return_to, pending: null });
    return of.return_to;
  }
  const { url, pending } = await client.begin(networkOrigin(request));
  const address = url.pathname + url.search;
  deviceSignIns.begin(response, { ...signIn, address, pending });
  return address;
}

/** The origin at which this device reached the service, for which its cookies and callback are valid. */
function networkOrigin({ headers }: Request): string {
  const url = URL.parse(`https://${headers.host}`);
  if (url === null) throw forbidden(text.badHost);
  return url.origin;
}
