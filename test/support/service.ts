import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { type Service, startService } from "../../server/index.ts";
import type { Logger } from "../../server/lib/logger.ts";
import { type SessionPasses, sessionPasses } from "../../server/lib/session-passes.ts";
import { type ScriptedModel, startScriptedModel } from "../../server/scripted-model/index.ts";

import { makeGitRepository } from "./repository.ts";

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Headers;
}

export interface TestService extends AsyncDisposable {
  url: string;
  key: string;
  service: Service;
  model: ScriptedModel;
  /** Those of the turns that run; a test opens one to be the agent of a session at rest. */
  passes: SessionPasses;
  /** Settings that the service reads each time; a test may change them while it runs. */
  environment: Record<string, string>;
  /** Contains the data folder and files of the test; removed at the end. */
  folder: string;
  /** Sends a request with the API key; `headers` are added, `key: null` omits the key. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    options?: { headers?: Record<string, string>; key?: string | null },
  ): Promise<Answer<T>>;
  /** Waits for the session to satisfy `until`; fails with its last state after `timeoutMs`. */
  waitFor(id: number, until: (session: Session) => boolean, timeoutMs?: number): Promise<Session>;
  /** A git repository with one commit on `main`. */
  repository(files?: Record<string, string>): Promise<string>;
}

/** The services that run in this process, by their URL. */
const running = new Map<string, Service>();

export const serviceAt = (url: string): Service | undefined => running.get(url);

/** A whole service with its own data folder and the scripted model; every answer is checked against its schema. */
export async function startTestService(
  options: {
    environment?: Record<string, string>;
    folder?: string;
    validateResponses?: boolean;
    rendererFolder?: string;
    isPackagedApp?: boolean;
    log?: Logger;
    /** What the model answers to prompts without a script. */
    scenarios?: NonNullable<Parameters<typeof startScriptedModel>[0]>["scenarios"];
  } = {},
): Promise<TestService> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "signalbox-test-")));
  const model = await startScriptedModel({ scenarios: options.scenarios ?? [] });
  const key = "test-api-key-0123456789";
  const environment = testEnvironment({ folder, modelUrl: model.url, key, extra: options.environment ?? {} });
  const passes = sessionPasses();
  const service = await startService({
    environment,
    passes,
    log: options.log ?? pino({ level: "silent" }),
    validateResponses: options.validateResponses ?? true,
    ...(options.rendererFolder !== undefined && { rendererFolder: options.rendererFolder }),
    ...(options.isPackagedApp !== undefined && { isPackagedApp: options.isPackagedApp }),
  });
  const call = caller(service.url, key);
  running.set(service.url, service);
  return {
    url: service.url,
    key,
    service,
    model,
    passes,
    environment,
    folder,
    call,
    waitFor: (id, until, timeoutMs) => waitForSession({ url: service.url, key, id }, until, timeoutMs),
    repository: (files) =>
      makeGitRepository(join(folder, `repository-${Math.random().toString(36).slice(2, 10)}`), files),
    async [Symbol.asyncDispose]() {
      running.delete(service.url);
      await service.close();
      await model.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The environment of a service under test: without the person's accounts, with all providers on loopback. */
export function testEnvironment(options: {
  folder: string;
  modelUrl: string;
  key: string;
  extra?: Record<string, string>;
}): Record<string, string> {
  const clis = join(import.meta.dirname, "../clis/node_modules/.bin");
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: join(options.folder, "home"),
    SERVICE_DATA_DIR: join(options.folder, "data"),
    SERVICE_PORT: "0",
    // In tests, the local network is loopback.
    SERVICE_LAN_HOST: "127.0.0.1",
    SERVICE_LAN_PORT: "0",
    SERVICE_DEFAULT_RUNTIME: "pi",
    SERVICE_CLAUDE_PATH: join(clis, "claude"),
    SERVICE_CODEX_PATH: join(clis, "codex"),
    API_KEYS: options.key,
    SERVICE_SMALL_MODEL: "off",
    SERVICE_SECRET_STORE: "file",
    // Opens nothing on the screen of the person who runs the tests.
    SERVICE_EDITOR: join(options.folder, "no-editor"),
    SERVICE_TERMINAL: join(options.folder, "no-terminal"),
    ANTHROPIC_BASE_URL: options.modelUrl,
    ANTHROPIC_API_KEY: "sk-ant-scripted",
    OPENAI_BASE_URL: `${options.modelUrl}/v1`,
    OPENAI_API_KEY: "sk-scripted",
    OPENROUTER_BASE_URL: `${options.modelUrl}/v1`,
    OPENROUTER_API_KEY: "sk-or-scripted",
    ...options.extra,
  };
}

export function caller(url: string, key: string): TestService["call"] {
  return async <T>(
    method: string,
    path: string,
    body?: unknown,
    options: { headers?: Record<string, string>; key?: string | null } = {},
  ): Promise<Answer<T>> => {
    const sent = options.key === undefined ? key : options.key;
    const headers = {
      ...(sent === null ? {} : { "x-api-key": sent }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    };
    const payload =
      body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const address = /^\/(?:api|ui|up)(?![\w-])/.test(path) ? path : `/api/v1${path}`;
    const response = await fetch(url + address, { method, headers, ...payload });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : { text }) as T,
    };
  };
}

/** Each answer costs the service some milliseconds of processor time, so this does not poll more often. */
const askEveryMs = 60;

/** Polls the session. */
export async function waitForSession(
  of: { url: string; key: string; id: number },
  until: (session: Session) => boolean,
  timeoutMs = 40_000,
): Promise<Session> {
  const call = caller(of.url, of.key);
  const end = Date.now() + timeoutMs;
  for (;;) {
    const { body } = await call<{ session: Session }>("GET", `/sessions/${of.id}`);
    if (body.session && until(body.session)) return body.session;
    if (Date.now() > end) throw new Error(`Session ${of.id} did not get there: ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}

export const atRest = ({ status }: Session): boolean => status !== "waiting" && status !== "running";

export type { Session };
