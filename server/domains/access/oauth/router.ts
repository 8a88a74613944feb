import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { z } from "zod";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { authorizationServers } from "./authorization-servers.ts";
import { routes } from "./metadata.ts";
import { refusalPage } from "./pages.ts";
import type { OauthService, Visitor } from "./service.ts";

/** Who sits at the browser behind a request. */
export interface Visitors {
  /** Null when the visitor has been sent to sign in. Throws the refusal of one who has no business here. */
  greet(request: Request, response: Response): Visitor | null;
  /** The person behind a form that was sent in. Throws when there is none. */
  recognise(request: Request): Visitor;
}

/** The addresses below /oauth. All but the revocation are the provider's, which reads the bodies itself. */
export function oauthRouter(deps: {
  servers: ReturnType<typeof authorizationServers>;
  visitors: Visitors;
  connections: Pick<OauthService, "giveUp">;
}): Router {
  const { servers, visitors, connections } = deps;
  const router = express.Router();

  const machine: RequestHandler = async (request, response) => {
    const server = await servers.for(request);
    await server.answer(request, response);
  };

  /** Before anything a client sent is looked at, there is a person who may be asked. */
  const authorize: RequestHandler = async (request, response) => {
    try {
      const visitor =
        request.method === "POST" ? visitors.recognise(request) : visitors.greet(request, response);
      if (visitor === null) return;
      const { issuer } = visitor;
      const server = await (issuer === undefined ? servers.for(request) : servers.at(issuer));
      const page = await server.ask(request, response, visitor);
      if (page) sendPlainPage(response, page);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendPlainPage(response, refusalPage(error.status, error.label, error.message));
    }
  };

  router.use("/oauth", (_request, response, next) => {
    response.setHeader("cache-control", "no-store");
    next();
  });
  router.route(routes.authorization).get(authorize).post(authorize);
  router.post(routes.token, machine);
  router.post(routes.registration, registrationLimit(), machine);
  router.get(routes.jwks, machine);
  router.post(routes.revocation, async (request, response) => {
    const { token, client_id: clientId } = revocation.parse(await formOf(request, response));
    connections.giveUp(token, clientId);
    response.status(200).end();
  });
  return router;
}

/** What cannot be read holds no token of ours; RFC 7009 has one answer for all of that. */
const revocation = z.object({ token: z.string().catch(""), client_id: z.string().nullable().catch(null) });

const readForm = express.urlencoded({ extended: false, limit: "56kb" });

const formOf = (request: Request, response: Response): Promise<unknown> =>
  new Promise((resolve) => readForm(request, response, () => resolve(request.body ?? {})));

const hourMs = 3_600_000;

/** Registration is open to everybody, so its rate is not. The library is loaded with the first one. */
function registrationLimit(): RequestHandler {
  let made: Promise<RequestHandler> | undefined;
  const make = async (): Promise<RequestHandler> => {
    const { rateLimit } = await import("express-rate-limit");
    return rateLimit({
      windowMs: hourMs,
      limit: 20,
      standardHeaders: "draft-8",
      legacyHeaders: false,
      // A header that names another address is not looked at, as nothing here trusts a proxy.
      validate: { xForwardedForHeader: false, forwardedHeader: false },
      message: {
        error: "temporarily_unavailable",
        error_description: "More than 20 clients were registered from this address within an hour",
      },
    });
  };
  return async (request, response, next) => {
    made ??= make();
    const limit = await made;
    await limit(request, response, next);
  };
}
