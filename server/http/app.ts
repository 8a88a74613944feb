import compression from "compression";
import express, { type Express, type Request } from "express";
import helmet from "helmet";
import { Refusal } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { bearerToken } from "./bearer-token.ts";
import type { BoardDoor } from "./board-door.ts";
import type { Actor } from "./caller.ts";
import { errorHandler, undecodablePath } from "./error-handler.ts";
import { type GuardSettings, guard } from "./guard.ts";
import type { Caller } from "./model.ts";
import { type Endpoint, mount } from "./mount.ts";
import { openApiDocument } from "./openapi.ts";
import { boardPages } from "./pages.ts";

export interface AppOptions {
  endpoints: readonly Endpoint[];
  /** Proves the X-API-Key header. */
  authenticateKey(key: string | null, callers: readonly Caller[]): Actor;
  door: BoardDoor;
  guard: GuardSettings;
  log: Logger;
  /** Fires when the service begins to stop. */
  stopping?: AbortSignal;
  /** Parses large bodies. */
  workers: Pick<WorkerPool, "run">;
  /** The built board; absent = no pages. */
  rendererFolder?: string | undefined;
  validateResponses: boolean;
  version: string;
}

/** The whole HTTP surface. The order is the rule: headers, guard, doors, pages, refusals. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  // Its headers stand on refusals too.
  app.use(helmet({ contentSecurityPolicy: false, strictTransportSecurity: false }));
  app.use(guard(options.guard));
  app.use(rootRouter(options));
  app.use("/api/v1", apiRouter(options));
  app.use("/ui/v1", boardRouter(options));
  app.use(["/api", "/mcp"], (request: Request) => {
    // 401 beats 404 wherever a credential is asked for (X56).
    authenticateApi(options, request, ["api"]);
    throw nothingHere();
  });
  app.use(
    ["/api", "/mcp"],
    undecodablePath((request) => authenticateApi(options, request, ["api"])),
  );
  if (options.rendererFolder !== undefined) {
    app.use(compression());
    app.use(boardPages(options.rendererFolder, options.door));
  }
  app.use(() => {
    throw nothingHere();
  });
  app.use(errorHandler(options.log, options.stopping));
  return app;
}

const nothingHere = (): Refusal =>
  new Refusal({ status: 404, label: "Not Found", messages: ["There is nothing at this address"] });

function authenticateApi(options: AppOptions, request: Request, callers: readonly Caller[]): Actor {
  if (callers.includes("anyone")) return { kind: "anyone" };
  return options.authenticateKey(request.get("x-api-key") ?? null, callers);
}

const noStore: express.RequestHandler = (_request, response, next) => {
  response.setHeader("cache-control", "no-store");
  next();
};

function mounting({ validateResponses, workers }: AppOptions) {
  return { validateResponses, workers };
}

function rootRouter(options: AppOptions): express.Router {
  const router = express.Router();
  for (const endpoint of options.endpoints.filter(({ operation }) => operation.base === "root")) {
    const byBearer = endpoint.operation.bearerKey === true;
    mount(router, endpoint, {
      ...mounting(options),
      authenticate: (request, callers) =>
        byBearer
          ? options.authenticateKey(bearerToken(request), callers)
          : authenticateApi(options, request, callers),
      ...(byBearer && { concerns: (request: Request) => bearerToken(request) !== null }),
    });
  }
  return router;
}

function apiRouter(options: AppOptions): express.Router {
  const router = express.Router();
  router.use(noStore);
  const document = openApiDocument(
    options.endpoints.map(({ operation }) => operation),
    options.version,
  );
  router.get("/openapi.json", (request, response) => {
    authenticateApi(options, request, ["api"]);
    response.json(document());
  });
  for (const endpoint of options.endpoints) {
    const { base = "api", callers } = endpoint.operation;
    if (base !== "api" || callers.every((caller) => caller === "board")) continue;
    mount(router, endpoint, {
      ...mounting(options),
      authenticate: (request, allowed) => authenticateApi(options, request, allowed),
    });
  }
  return router;
}

function boardRouter(options: AppOptions): express.Router {
  const router = express.Router();
  router.use(noStore);
  for (const endpoint of options.endpoints.filter(({ operation }) => (operation.base ?? "api") === "api")) {
    mount(router, endpoint, {
      ...mounting(options),
      authenticate: (request, allowed) => options.door.authenticate(request, allowed),
    });
  }
  return router;
}
