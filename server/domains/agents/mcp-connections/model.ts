import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** An MCP server of the catalog that people sign in to. */
export const connector = z
  .object({
    server_name: z.string(),
    title: z.string(),
    /** As written in the catalog. */
    server_url: z.string(),
    /** `reconnect`: the stored sign-in stopped working. */
    state: z.enum(["never", "connected", "reconnect"]),
    /** Who issued the tokens. */
    issuer: z.string().nullable(),
    scope: z.string().nullable(),
    /** Of the access token; null if the server did not say. */
    expires_at: z.string().nullable(),
    /** Whether the sign-in can be renewed without the person. */
    renews: z.boolean(),
    signed_in_at: z.string().nullable(),
    refreshed_at: z.string().nullable(),
    last_error: z.string().nullable(),
    /** Why signing in is not possible now, as a sentence. */
    unavailable_reason: z.string().nullable(),
    waiting_sessions: z.array(z.object({ id: z.number().int(), title: z.string() })),
  })
  .meta({ id: "Connector" });
export type Connector = z.infer<typeof connector>;

const serverName = z.string().min(1).max(300);
const passed = z.string().max(8_000).optional();

/** The parameters with which an authorization server sends the browser back. */
export const returned = z.object({
  state: passed,
  code: passed,
  iss: passed,
  error: passed,
  error_description: passed,
});
export type Returned = z.infer<typeof returned>;

export const connectorOperations = {
  listConnectors: operation({
    id: "listConnectors",
    method: "get",
    path: "/connectors",
    summary: "List the MCP servers that people sign in to, with the state of each sign-in",
    callers: ["board"],
    response: z.object({ connectors: z.array(connector) }),
  }),
  beginConnectorSignIn: operation({
    id: "beginConnectorSignIn",
    method: "post",
    path: "/connectors/sign_in",
    summary: "Start a sign-in to an MCP server; the person continues at the returned address",
    callers: ["board", "human"],
    body: z.object({ server_name: serverName, return_to: z.string().max(2_000).optional() }),
    secretAnswer: true,
    response: z.object({ authorization_url: z.string() }),
    errors: [403, 404, 502],
  }),
  endConnectorSignIn: operation({
    id: "endConnectorSignIn",
    method: "post",
    path: "/connectors/sign_out",
    summary: "Sign out of an MCP server, and revoke its tokens if the server supports it",
    callers: ["board", "human"],
    body: z.object({ server_name: serverName }),
    response: z.object({ connector, message: z.string() }),
    errors: [403, 404],
  }),
  finishConnectorSignIn: operation({
    id: "finishConnectorSignIn",
    method: "get",
    base: "root",
    path: "/oauth/mcp/callback",
    summary: "Where an authorization server sends the person back after a sign-in; returns a page",
    callers: ["anyone"],
    query: returned,
    response: { kind: "text", contentType: "text/html; charset=utf-8" },
    errors: [502],
  }),
} as const;
