import { Writable } from "node:stream";
import { pino } from "pino";
import { expect } from "vitest";
import type {
  ExternalApp,
  NewPluginKey,
  Offer,
  OfferedTrigger,
  PluginInvocation,
} from "../../server/domains/automation/integrations/model.ts";
import type { Logger } from "../../server/lib/logger.ts";
import { type BoardService, startBoardService } from "./board.ts";
import { makeTestFolder } from "./test-folder.ts";
import { makeOrchard, writeOrchard } from "./triggers.ts";

/** The answers of the board's operations on plugins; each has some of these fields. */
export interface Managed {
  external_app: ExternalApp;
  external_apps: ExternalApp[];
  triggers: OfferedTrigger[];
  recent_sessions: { id: number }[];
  base_url: string;
  key: NewPluginKey;
  message: string;
}

/** The answer to firing a trigger. */
export type Invoked = PluginInvocation & { error?: string; messages?: string[] };

export interface PluginBed extends AsyncDisposable {
  service: BoardService;
  log: LogBook;
}

/** A service with the orchard in its catalog; its log is recorded. */
export async function openPluginBed(): Promise<PluginBed> {
  const folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder);
  const log = logBook();
  const environment = { SERVICE_CATALOG: folder.at("air.json") };
  const service = await startBoardService({ environment, log: log.logger });
  return {
    service,
    log,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export interface LogBook {
  logger: Logger;
  /** Whether a line of this level contains all these parts. */
  has(level: "info" | "warn", ...parts: string[]): boolean;
}

function logBook(): LogBook {
  const lines: { level: number; msg: string }[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
      done();
    },
  });
  return {
    logger: pino({ level: "info" }, sink),
    has: (level, ...parts) =>
      lines.some(
        (line) => line.level === pino.levels.values[level] && parts.every((part) => line.msg.includes(part)),
      ),
  };
}

/** The operations on plugins, and those that plugins use. */
export function pluginCalls(service: () => BoardService) {
  let count = 0;
  const manage = (method: string, path: string, body?: unknown) =>
    service().board.call<Managed>(method, `/external_apps${path}`, body);

  async function mcp(key: string, message: object, query = "") {
    const response = await fetch(`${service().url}/mcp/external_app${query}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    });
    const body = (await response.json()) as {
      result?: { isError?: boolean; content?: { text: string }[]; tools?: { name: string }[] };
    };
    const text = body.result?.content?.[0]?.text ?? "null";
    return { status: response.status, body, isError: body.result?.isError === true, text };
  }

  return {
    manage,
    mcp,
    tool: (key: string, name: string, input: object = {}) =>
      mcp(key, { method: "tools/call", params: { name, arguments: input } }),
    invoke: (key: string, id: number | string, variables?: unknown) =>
      service().call<Invoked>("POST", `/external_app/triggers/${id}/invoke`, { variables }, { key }),
    offered: (key: string) => service().call<Offer>("GET", "/external_app/triggers", undefined, { key }),
    /** A plugin that may fire these triggers, with its own key. */
    async plugin(triggerIds: readonly number[], more: Record<string, unknown> = {}) {
      const wish = { name: `Plugin ${++count}`, trigger_ids: triggerIds, ...more };
      const created = await manage("POST", "", wish);
      expect(created, JSON.stringify(created.body)).toMatchObject({ status: 201 });
      const app = created.body.external_app;
      const { key } = (await manage("POST", `/${app.id}/keys`, {})).body;
      return { app, key };
    },
  };
}
