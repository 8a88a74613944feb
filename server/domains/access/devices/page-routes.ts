import express, { type Request, type Response, type Router } from "express";
import { z } from "zod";
import { refusalTeller } from "../../../http/error-handler.ts";
import type { FormGuard } from "../../../http/form-guard.ts";
import { cameFromLan, forbidden } from "../../../http/guard.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { invalid, Refusal } from "../../../lib/errors.ts";
import { type OwnClient, ownAppReturn } from "../oauth/index.ts";
import type { DeviceAccess } from "./authenticator.ts";
import type { Arrivals } from "./device-sign-ins.ts";
import { deviceRefusal } from "./errors.ts";
import { pairPage, refusedPage } from "./pages.ts";
import type { Consent, Pairings } from "./pairings.ts";
import { deviceName } from "./rules.ts";
import type { DeviceService } from "./service.ts";

const text = z.string().max(200).default("");
const form = z.object({
  form_token: text,
  code: text,
  name: text,
  return_to: z.string().max(3_000).default(""),
});
type Form = z.infer<typeof form>;

export interface PairingPagesDeps {
  devices: Pick<DeviceService, "admit">;
  pairings: Pick<Pairings, "redeem">;
  arrivals: Arrivals;
  access: Pick<DeviceAccess, "giveCookie">;
  client: OwnClient;
  /** The connection of an access token, whose place a session takes; null where there is none. */
  takeTokens(accessToken: string): number | null;
  forms: FormGuard;
  /** What a person calls the browser that sent this User-Agent. */
  browserName(userAgent: string | undefined): string;
}

/**
 * Where a device brings its code, and comes back to from the authorization server. There is none but for who comes
 * through the network's listener.
 */
export function pairingPages(deps: PairingPagesDeps): Router {
  const { browserName } = deps;
  const router = express.Router();

  router.use((request, response, next) => {
    if (cameFromLan(request)) next();
    else response.redirect(303, "/");
  });
  router.get("/", (request, response) =>
    ask(deps, [request, response], {
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
        ask(deps, [request, response], { ...given, returnTo: given.return_to, wrong });
      }
    },
  );
  router.get("/callback", async (request, response) => {
    const arrival = deps.arrivals.finish(request, response);
    if (!arrival?.pending) throw deviceRefusal("not_begun_here");
    const { name, browser, pending } = arrival;
    const returned = new URL(request.originalUrl, pending.issuer);
    const grantId = deps.takeTokens(await deps.client.finish(returned, pending));
    if (grantId === null) throw deviceRefusal("not_begun_here");
    deps.access.giveCookie(response, deps.devices.admit({ grantId, name, browser }));
    response.redirect(303, "/");
  });
  router.use(
    refusalTeller(({ status, messages }, response) => sendPlainPage(response, refusedPage(status, messages))),
  );
  return router;
}

type Exchange = readonly [request: Request, response: Response];

function readForm({ forms }: PairingPagesDeps, request: Request): Form {
  const parsed = form.safeParse(request.body ?? {});
  if (!parsed.success) throw invalid("The form cannot be read");
  forms.check(request, parsed.data.form_token);
  return parsed.data;
}

/** `returnTo` is the request of an app on the device that waits for the code; anything else is passed over. */
function ask(
  { forms }: PairingPagesDeps,
  [request, response]: Exchange,
  of: { name: string; code: string; returnTo: string; wrong: { status: number; sentence: string } | null },
): void {
  const app = ownAppReturn(of.returnTo);
  const returnTo = app === null ? null : { address: of.returnTo, app };
  sendPlainPage(response, pairPage({ ...of, returnTo, token: forms.issue(request, response) }));
}

/** Lets the device make its authorization request, or the one that an app on it made; returns its address. */
async function begin(
  { arrivals, client, browserName }: PairingPagesDeps,
  [request, response]: Exchange,
  of: { consent: Consent; name: string; return_to: string },
): Promise<string> {
  const browser = browserName(request.headers["user-agent"]);
  const arrival = { consent: of.consent, name: deviceName(of.name, browser), browser };
  if (ownAppReturn(of.return_to) !== null) {
    arrivals.begin(response, { ...arrival, address: of.return_to, pending: null });
    return of.return_to;
  }
  const { url, pending } = await client.begin(networkOrigin(request));
  const address = url.pathname + url.search;
  arrivals.begin(response, { ...arrival, address, pending });
  return address;
}

/** Where the device is, whatever the service is called elsewhere: its cookies and its way back are of here. */
function networkOrigin({ headers }: Request): string {
  const url = URL.parse(`https://${headers.host}`);
  if (url === null) throw forbidden("The Host header is malformed");
  return url.origin;
}
