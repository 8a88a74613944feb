/** Signalbox and the programs that engineers would use instead of it, each started by the command of its README. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../support/free-port.ts";
import { answers } from "../server-process.ts";
import { benchKey, serviceEnvironment } from "../service-environment.ts";
import { commands, personsPath, versions } from "./install.ts";
import { type StartedCommand, startCommand } from "./process-tree.ts";

const checkout = join(import.meta.dirname, "../../..");

export interface ApiRequest {
  method: "GET" | "POST";
  path: string;
  body?: Readonly<Record<string, unknown>>;
}

export interface Running extends StartedCommand {
  url: string;
  headers: Readonly<Record<string, string>>;
  create: ApiRequest;
  list: ApiRequest;
  read(id: string): ApiRequest;
  /** The new session's ID in the answer of `create`. */
  idOf(answer: unknown): string;
  /** The page that lists the sessions, and what to put into its local storage first. null if it has no page of its own. */
  page: { path: string; storage: Readonly<Record<string, string>> } | null;
}

export interface Contender {
  name: string;
  /** Its name in the npm registry, with its version; null for this project, whose package is made here. */
  published: string | null;
  /** Starts it with its home in an empty folder; its command in `commandFolder`, or where this bench has it. */
  start(home: string, commandFolder?: string): Promise<Running>;
}

export const signalbox: Contender = {
  name: "Signalbox",
  published: null,
  async start(home, commandFolder = join(checkout, "build")) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const started = await startCommand(
      {
        file: join(commandFolder, "signalbox"),
        args: ["serve"],
        cwd: checkout,
        environment: { ...serviceEnvironment(join(home, "data")), SERVICE_PORT: String(port) },
      },
      () => answers(`${url}/up`),
    );
    return {
      ...started,
      url,
      headers: { "x-api-key": benchKey },
      create: {
        method: "POST",
        path: "/api/v1/sessions",
        body: { agent_runtime: "pi", git_root: "https://git.example/acme/service.git" },
      },
      list: { method: "GET", path: "/api/v1/sessions?per_page=100" },
      read: (id) => ({ method: "GET", path: `/api/v1/sessions/${id}` }),
      idOf: (answer) => String((answer as { session: { id: number } }).session.id),
      page: { path: "/", storage: {} },
    };
  },
};

/** Its session exists before its first message, as ours does. */
const cloudcli: Contender = {
  name: `CloudCLI ${versions.cloudcli}`,
  published: `@cloudcli-ai/cloudcli@${versions.cloudcli}`,
  async start(home, commandFolder = commands) {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const project = join(home, "project");
    await mkdir(project, { recursive: true });
    const started = await startCommand(
      {
        file: join(commandFolder, "cloudcli"),
        args: ["start"],
        cwd: home,
        environment: { PATH: personsPath, HOME: home, HOST: "127.0.0.1", PORT: port, SERVER_PORT: port },
      },
      () => answers(`${url}/health`),
    );
    const token = await signedIn(url);
    return {
      ...started,
      url,
      headers: { authorization: `Bearer ${token}` },
      create: {
        method: "POST",
        path: "/api/providers/sessions",
        body: { provider: "claude", projectPath: project, initialMessage: "Fix the failing test" },
      },
      list: { method: "GET", path: "/api/providers/sessions/recent?limit=100" },
      read: (id) => ({ method: "GET", path: `/api/providers/sessions/${id}` }),
      idOf: (answer) => (answer as { data: { sessionId: string } }).data.sessionId,
      page: { path: "/", storage: { "auth-token": token } },
    };
  },
};

/** Its account is made at the first start. */
async function signedIn(url: string): Promise<string> {
  const ask = async (path: string): Promise<{ token?: string }> => {
    const response = await fetch(`${url}/api/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "bench", password: "bench-password-1" }),
    });
    return (await response.json()) as { token?: string };
  };
  const { token } = await ask("register");
  const known = token ?? (await ask("login")).token;
  if (known === undefined) throw new Error("CloudCLI gave no token");
  return known;
}

/** Its page comes from its makers' site, so that without a network there is none. */
const opencode: Contender = {
  name: `opencode ${versions.opencode}`,
  published: `opencode-ai@${versions.opencode}`,
  async start(home, commandFolder = commands) {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const started = await startCommand(
      {
        file: join(commandFolder, "opencode"),
        args: ["serve", "--hostname", "127.0.0.1", "--port", port],
        cwd: home,
        environment: {
          PATH: personsPath,
          HOME: home,
          OPENCODE_DISABLE_AUTOUPDATE: "1",
          OPENCODE_DISABLE_MODELS_FETCH: "1",
        },
      },
      () => answers(`${url}/global/health`),
    );
    return {
      ...started,
      url,
      headers: {},
      create: { method: "POST", path: "/session", body: {} },
      list: { method: "GET", path: "/session?limit=100" },
      read: (id) => ({ method: "GET", path: `/session/${id}` }),
      idOf: (answer) => (answer as { id: string }).id,
      page: null,
    };
  },
};

export const peers: readonly Contender[] = [cloudcli, opencode];
