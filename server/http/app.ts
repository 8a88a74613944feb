import type { IncomingMessage, ServerResponse } from "node:http";
import compression from "compression";
import express, { type Express, type Request } from "express";
import helmet from "helmet";
import type { Clock } from "../lib/clock.ts";
import { Refusal } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { apiDocsPage, apiDocsPath } from "./api-docs.ts";
import { bearerToken } from "./bearer-token.ts";
import { type BoardAuth, pairPath, signInPath } from "./board-auth.ts";
import { type Credentials, credentialGate } from "./credential-gate.ts";
import { docsPages, docsPaths } from "./docs-pages.ts";
import { errorHandler, slowWrongCredentials, undecodablePath } from "./error-handler.ts";
import { type GuardSettings, guard, pathOf } from "./guard.ts";
import type { Idempotency } from "./idempotency.ts";
import { type ConfirmGate, type Endpoint, mount, type RequestObserver } from "./mount.ts";
import { openApiDocument } from "./openapi.ts";
import { type BoardFiles, boardPages, noPermissions } from "./pages.ts";
import { text } from "./text.ts";
import { wrongCredentials } from "./wrong-credentials.ts";

export interface AppOptions {
  endpoints: readonly Endpoint[];
  /** Checks API keys and access tokens. */
  credentials: Credentials;
  boardAuth: BoardAuth;
  /** Asked for the board's requests that a person confirms outside the page. */
  confirm?: ConfirmGate;
  /** Gives pages what they need to sign their requests. */
  pageKeyPages?: express.RequestHandler;
  /** The pages on which people sign in to the board. */
  signInPages?: express.RequestHandler;
  /** The pages on which devices of the local network enter their code. */
  pairingPages?: express.RequestHandler;
  /** Where programs get their tokens, and people approve them. */
  oauthRouter?: express.RequestHandler;
  guard: GuardSettings;
  clock: Clock;
  log: Logger;
  /** Aborted when the service begins to stop. */
  stopping?: AbortSignal;
  /** Parses large bodies. */
  workers: Pick<WorkerPool, "run">;
  /** The URL at which this caller reaches the service. */
  baseUrl(request: Request): string;
  /** If absent, idempotency keys are ignored. */
  idempotency?: Idempotency;
  /** Told of each request of an operation; absent while nothing measures them. */
  observers?: readonly RequestObserver[];
  /** If absent, no pages are served. */
  board?: BoardFiles | undefined;
  validateResponses: boolean;
  version: string;
}

/** The whole HTTP surface. The order matters: headers, guard, APIs, pages, refusals. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  // First, so that refusals have its headers too.
  app.use(securityHeaders());
  app.use(guard(options.guard));
  app.use(sharedWithPages(options.guard.anyOrigin ?? []));
  const document = openApiDocument(
    options.endpoints.map(({ operation }) => operation),
    options.version,
  );
  app.use("/api/v1", apiRouter(options, document));
  app.use(foreignWorkers);
  app.use("/ui/v1", boardRouter(options));
  if (options.pageKeyPages) app.use(options.pageKeyPages);
  app.use(rootRouter(options));
  if (options.oauthRouter) app.use(options.oauthRouter);
  const gate = credentialGate(options.credentials);
  app.use(["/api", "/mcp"], (request: Request) => {
    // Where a credential is required, 401 takes precedence over 404 (X56).
    gate(request, anyKnownCaller);
    throw nothingHere();
  });
  app.use(
    ["/api", "/mcp"],
    undecodablePath((request) => gate(request, anyKnownCaller)),
  );
  if (options.signInPages) app.use(signInPath, options.signInPages);
  if (options.pairingPages) app.use(pairPath, options.pairingPages);
  if (options.board) {
    app.use(compression());
    app.get(apiDocsPath, apiDocsPage({ folder: options.board.folder, document }, options.boardAuth));
    app.get(docsPaths, docsPages(options.board.folder, options.boardAuth));
    app.use(boardPages(options.board, options.boardAuth));
  }
  app.use(() => {
    throw nothingHere();
  });
  app.use(slowWrongCredentials(wrongCredentials(options)));
  app.use(errorHandler(options.log, options.stopping));
  return app;
}

const anyKnownCaller = { callers: ["api"], keyIn: "either" } as const;

const nothingHere = (): Refusal =>
  new Refusal({ status: 404, label: "Not Found", messages: [text.nothingHere] });

const ownWorkers: ReadonlySet<string> = new Set(["/sw.js", "/page-signer.js"]);

/**
 * A browser asks again for the script of each worker of this origin. Whatever another program registered here while it had
 * this port goes, with all that the origin stores.
 */
const foreignWorkers: express.RequestHandler = (request, response, next) => {
  if (request.headers["service-worker"] !== "script" || ownWorkers.has(request.path)) return next();
  response.setHeader("clear-site-data", '"storage"');
  next(nothingHere());
};

const noStore: express.RequestHandler = (_request, response, next) => {
  response.setHeader("cache-control", "no-store");
  next();
};

function mounting({ validateResponses, workers, baseUrl, idempotency, observers }: AppOptions) {
  return { validateResponses, workers, baseUrl, idempotency, observers };
}

function rootRouter(options: AppOptions): express.Router {
  const router = express.Router();
  const gate = credentialGate(options.credentials);
  for (const endpoint of options.endpoints.filter(({ operation }) => operation.base === "root")) {
    const sharesAddress = endpoint.operation.keyIn === "bearer";
    mount(router, endpoint, {
      ...mounting(options),
      authenticate: gate,
      ...(sharesAddress && { concerns: (request: Request) => bearerToken(request) !== null }),
    });
  }
  return router;
}

function apiRouter(options: AppOptions, document: () => Promise<object>): express.Router {
  const router = express.Router();
  const gate = credentialGate(options.credentials);
  router.use(noStore);
  router.get("/openapi.json", async (request, response) => {
    gate(request, anyKnownCaller);
    response.json(await document());
  });
  for (const endpoint of options.endpoints) {
    const { base = "api", callers } = endpoint.operation;
    if (base !== "api" || callers.every((caller) => caller === "board")) continue;
    mount(router, endpoint, { ...mounting(options), authenticate: gate });
  }
  return router;
}

function boardRouter(options: AppOptions): express.Router {
  const router = express.Router();
  router.use(noStore);
  for (const endpoint of options.endpoints.filter(({ operation }) => (operation.base ?? "api") === "api")) {
    mount(router, endpoint, {
      ...mounting(options),
      ...(options.confirm && { confirm: options.confirm }),
      authenticate: (request, { callers }) => options.boardAuth.authenticate(request, callers),
    });
  }
  return router;
}

/** Helmet's headers. They are the same on every answer, so they are computed once instead of for each request. */
function securityHeaders(): express.RequestHandler {
  const headers = new Map<string, string>();
  const answer = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader() {} };
  const set = helmet({ contentSecurityPolicy: false, strictTransportSecurity: false });
  set({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  headers.set("permissions-policy", noPermissions);
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}

/** Lets pages of any origin read the answers of these paths, but never with cookies (Fetch, 3.2). */
function sharedWithPages(paths: readonly string[]): express.RequestHandler {
  return (request, response, next) => {
    if (!paths.includes(pathOf(request.url))) return next();
    response.setHeader("access-control-allow-origin", "*");
    if (request.method !== "OPTIONS") return next();
    response.setHeader("access-control-allow-methods", "GET, POST");
    response.setHeader("access-control-allow-headers", "authorization, content-type, mcp-protocol-version");
    response.setHeader("access-control-max-age", "3600");
    response.status(204).end();
  };
}
