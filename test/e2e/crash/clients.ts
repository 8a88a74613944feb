import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { boardAuth } from "../../../server/http/board-auth.ts";
import { rootSecretOf } from "../../support/root-secret.ts";
import { type Answer, caller } from "../../support/service.ts";

export type Clients = ReturnType<typeof clientsOf>;

/** Clients of the service: an API key, the board, an agent's self-session server, a tool that asks questions. */
export function clientsOf(of: { dataFolder: string; apiKey: string }) {
  const secret = (): string => rootSecretOf(of.dataFolder);

  /** Calls a tool: one of the session's own, or else of the MCP endpoint. An error of the tool has the status 422. */
  async function tool(url: string, sessionId: number | null, params: object): Promise<Answer> {
    type Called = { result?: { isError?: boolean; structuredContent?: Record<string, unknown> } };
    const path = sessionId === null ? "/mcp" : `/mcp?tool_groups=self_session&session_id=${sessionId}`;
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${of.apiKey}`,
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const response = await fetch(url + path, { method: "POST", headers, body });
    const { result } = (await response.json()) as Called;
    if (result === undefined) return { status: 500, body: {}, headers: response.headers };
    const status = result.isError === true ? 422 : 200;
    return { status, body: result.structuredContent ?? {}, headers: response.headers };
  }

  return {
    /** A request that may be repeated: the same key and input are carried out once. */
    keyed<T>(
      url: string,
      key: string,
      { path, body, method = "POST" }: { path: string; body?: unknown; method?: string },
    ): Promise<Answer<T>> {
      return caller(url, of.apiKey)<T>(method, path, body, { headers: { "idempotency-key": key } });
    },

    /** As a person at the board; null for a request without a key. */
    board: <T>(
      url: string,
      key: string | null,
      { method, path, body }: { method: string; path: string; body?: unknown },
    ): Promise<Answer<T>> =>
      caller(url, of.apiKey)<T>(method, `/ui/v1${path}`, body, {
        key: null,
        headers: { cookie: cookieOf(secret()), ...(key !== null && { "idempotency-key": key }) },
      }),

    /** Like an MCP server of the session; refused unless one runs. */
    async question(url: string, sessionId: number, body: object): Promise<Answer> {
      const equipment = join(of.dataFolder, "homes", String(sessionId), "signalbox-equipment.json");
      const given = await readFile(equipment, "utf8").catch(() => "");
      const token = /elicit_\d+_[0-9a-f]{64}/.exec(given)?.[0] ?? "none";
      return caller(url, of.apiKey)("POST", `/elicitations/session/${token}`, body, { key: null });
    },

    tool,
  };
}

/** The cookie of a board that is open to this machine; no page is built for this test. */
function cookieOf(secret: string): string {
  let cookie = "";
  const request = { socket: { remoteAddress: "127.0.0.1" }, headers: { host: "127.0.0.1" } };
  const response = {
    cookie(name: string, value: string): void {
      cookie = `${name}=${value}`;
    },
  };
  type Welcome = Parameters<ReturnType<typeof boardAuth>["welcome"]>;
  const browsers = { withCookie: () => null, fromPage: () => null };
  const auth = boardAuth({ secret, openTo: "machine", browsers });
  auth.welcome(request as Welcome[0], response as unknown as Welcome[1]);
  return cookie;
}
