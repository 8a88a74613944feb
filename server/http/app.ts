import compression from "compression";
import express, { type Express, type Request } from "express";
import { Refusal } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { bearerToken } from "./bearer-token.ts";
import { type BoardAuth, pairPath, signInPath } from "./board-auth.ts";
import { type Credentials, credentialGate } from "./credential-gate.ts";
import { errorHandler, undecodablePath } from "./error-handler.ts";
import { type GuardSettings, guard } from "./guard.ts";
import { type Endpoint, mount } from "./mount.ts";
import { openApiDocument } from "./openapi.ts";
import { type BoardFiles, boardPages } from "./pages.ts";
import { securityHeaders } from "./security-headers.ts";
import { sharedWithPages } from "./shared-with-pages.ts";
import { text } from "./text.ts";

export interface AppOptions {
  endpoints: readonly Endpoint[];
  /** Checks API keys and access tokens. */
  credentials: Credentials;
  boardAuth: BoardAuth;
  /** The pages on which people sign in to the board. */
  signInPages?: express.RequestHandler;
  /** The pages on which devices of the local network enter their code. */
  pairingPages?: express.RequestHandler;
  /** Where programs get their tokens, and people approve them. */
  oauthRouter?: express.RequestHandler;
  guard: GuardSettings;
  log: Logger;
  /** Aborted when the service begins to stop. */
  stopping?: AbortSignal;
  /** Parses large bodies. */
  workers: Pick<WorkerPool, "run">;
  /** The URL at which this caller reaches the service. */
  baseUrl(request: Request): string;
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
  app.use("/api/v1", apiRouter(options));
  app.use("/ui/v1", boardRouter(options));
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
    app.use(boardPages(options.board, options.boardAuth));
  }
  app.use(() => {
    throw nothingHere();
  });
  app.use(errorHandler(options.log, options.stopping));
  return app;
}

const anyKnownCaller = { callers: ["api"], keyIn: "either" } as const;

const nothingHere = (): Refusal =>
  new Refusal({ status: 404, label: "Not Found", messages: [text.nothingHere] });

const noStore: express.RequestHandler = (_request, response, next) => {
  response.setHeader("cache-control", "no-store");
  next();
};

function mounting({ validateResponses, workers, baseUrl }: AppOptions) {
  return { validateResponses, workers, baseUrl };
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

function apiRouter(options: AppOptions): express.Router {
  const router = express.Router();
  const gate = credentialGate(options.credentials);
  router.use(noStore);
  const document = openApiDocument(
    options.endpoints.map(({ operation }) => operation),
    options.version,
  );
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
      authenticate: (request, { callers }) => options.boardAuth.authenticate(request, callers),
    });
  }
  return router;
}
