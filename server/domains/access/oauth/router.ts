import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { z } from "zod";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { authorizationServers } from "./authorization-servers.ts";
import { routes } from "./metadata.ts";
import { errorPage } from "./pages.ts";
import { isLoopbackRedirect } from "./rules.ts";
import type { Approver, OauthService } from "./service.ts";
import { text } from "./text.ts";

/** Finds the person behind an authorization request. */
export interface Approvers {
  /** Returns null after redirecting the browser to sign in. Throws if the browser has no access. */
  identify(request: Request, response: Response): Approver | null;
  /** The person behind a submitted form. Throws if the browser is not signed in. */
  require(request: Request): Approver;
}

/** The routes below /oauth. All except revocation belong to the provider, which reads the bodies itself. */
export function oauthRouter(deps: {
  servers: ReturnType<typeof authorizationServers>;
  approvers: Approvers;
  connections: Pick<OauthService, "revokeToken">;
}): Router {
  const { servers, approvers, connections } = deps;
  const router = express.Router();

  const answerProgram: RequestHandler = async (request, response) => {
    const server = await servers.for(request);
    await server.answer(request, response);
  };

  /** Finds the person first, before anything the client sent is read. */
  const authorize: RequestHandler = async (request, response) => {
    try {
      const approver =
        request.method === "POST" ? approvers.require(request) : approvers.identify(request, response);
      if (approver === null) return;
      const { issuer } = approver;
      const server = await (issuer === undefined ? servers.for(request) : servers.at(issuer));
      const page = await server.authorize(request, response, approver);
      if (page) sendPlainPage(response, page);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendPlainPage(response, errorPage(error.status, error.label, error.message));
    }
  };

  router.use("/oauth", (_request, response, next) => {
    response.setHeader("cache-control", "no-store");
    next();
  });
  router.route(routes.authorization).get(authorize).post(authorize);
  router.post(routes.token, answerProgram);
  router.post(routes.registration, registrationLimit(), answerProgram);
  router.get(routes.jwks, answerProgram);
  router.post(routes.revocation, async (request, response) => {
    const { token, client_id: clientId } = revocation.parse(await formOf(request, response));
    connections.revokeToken(token, clientId);
    response.status(200).end();
  });
  return router;
}

/** An unreadable form contains no token of ours; RFC 7009 answers all of these the same way. */
const revocation = z.object({ token: z.string().catch(""), client_id: z.string().nullable().catch(null) });

const readForm = express.urlencoded({ extended: false, limit: "56kb" });

const formOf = (request: Request, response: Response): Promise<unknown> =>
  new Promise((resolve) => readForm(request, response, () => resolve(request.body ?? {})));

const hourMs = 3_600_000;

/** How many clients may be registered within an hour from one address: in all of each kind, and of those by one origin. */
const mostOfKind = 100;
const mostOfOrigin = 20;

/**
 * Who registers. A web page cannot choose its origin, so that pages use up neither the registrations of programs, which send
 * none, nor those of pages that this machine serves; a program can, so that all origins of a kind have one limit as well.
 */
function registrantOf({ origin }: Request["headers"]): string {
  if (origin === undefined) return "program";
  return isLoopbackRedirect(origin) ? "local page" : "page";
}

/** Registration is open to everyone, so it is rate limited. The library is loaded with the first registration. */
function registrationLimit(): RequestHandler {
  let made: Promise<RequestHandler[]> | undefined;
  const make = async (): Promise<RequestHandler[]> => {
    const { ipKeyGenerator, rateLimit } = await import("express-rate-limit");
    const limitOf = (limit: number, countedAs: (request: Request) => string): RequestHandler =>
      rateLimit({
        windowMs: hourMs,
        limit,
        standardHeaders: "draft-8",
        legacyHeaders: false,
        keyGenerator: (request) => `${ipKeyGenerator(request.ip ?? "")} ${countedAs(request)}`,
        // Forwarding headers are ignored, because nothing here trusts a proxy.
        validate: { xForwardedForHeader: false, forwardedHeader: false },
        message: {
          error: "temporarily_unavailable",
          error_description: text.answers.tooManyClients,
        },
      });
    // The first one also keeps the second from remembering any number of origins.
    return [
      limitOf(mostOfKind, ({ headers }) => registrantOf(headers)),
      limitOf(mostOfOrigin, ({ headers }) => headers.origin ?? ""),
    ];
  };
  return async (request, response, next) => {
    made ??= make();
    const [ofKind, ofOrigin] = await made;
    await ofKind?.(request, response, () => void ofOrigin?.(request, response, next));
  };
}
