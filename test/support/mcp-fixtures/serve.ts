import { z } from "zod";
import { serveApp } from "../../../server/http/app-test-bed.ts";
import { operation } from "../../../server/http/model.ts";
import { endpoints } from "../../../server/http/mount.ts";
import { oneMessageAtATime } from "../../../server/mcp/batches.ts";
import { serveMcp } from "../../../server/mcp/endpoint.ts";
import { fixtureServer } from "./server.ts";

const shared = { path: "/mcp", base: "root", callers: ["anyone"], response: z.unknown() } as const;

const fixtureOperations = {
  call: operation({
    ...shared,
    id: "callFixtures",
    method: "post",
    summary: "The fixtures, as POST /mcp is served",
    body: z.looseObject({}),
  }),
} as const;

/** The whole HTTP surface with our MCP code and the suite's own tools. */
export const serveFixtures = () =>
  serveApp({
    endpoints: endpoints(fixtureOperations, { call: (_input, http) => serveMcp(http, fixtureServer) }).map(
      oneMessageAtATime,
    ),
  });
