import { setTimeout as pause } from "node:timers/promises";
import { endAgentProcesses, identify } from "../../lib/processes/index.ts";
import { noteStep } from "../../lib/steps.ts";
import type { AgentConnection } from "../agent-connection.ts";
import { type LoginKeeper, lendCredentials, loginFile } from "../credentials.ts";
import { programsOf } from "../equipment-rules.ts";
import { type LineProcess, startLineProcess } from "../line-process.ts";
import type { AgentOutcome } from "../outcome.ts";
import type { AgentListener, AgentRequest } from "../runtime.ts";
import { startFailed } from "../start-failure.ts";
import {
  codexEnvironment,
  ownerLoginFile,
  processMarker,
  providerId,
  sessionLoginFile,
} from "./environment.ts";
import { type CodexLink, interruptTurn, startConversation } from "./handshake.ts";
import { modelAccess, usesLogin } from "./prepare.ts";
import { signOf } from "./signs.ts";
import { text } from "./text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface ConnectionContext {
  request: AgentRequest;
  listener: AgentListener;
  service: Environment;
  stop: AbortSignal;
}

/** Closing stdin ends the CLI at once, except for its SessionEnd hooks. */
const goodbyeMs = 3_000;
const graceMs = 1_000;

const notSignedIn: AgentOutcome = {
  kind: "api_error",
  error: "authentication",
  status: null,
  message: text.notSignedIn,
  retryable: false,
};

/** One `codex app-server` process from start to the last of its descendants. */
export function connectCodex(context: Omit<ConnectionContext, "stop">): AgentConnection {
  const stop = new AbortController();
  const outcome = runTurn({ ...context, stop: stop.signal }).catch(startFailed);
  return {
    outcome,
    interrupt: async () => {
      stop.abort();
      await outcome;
    },
  };
}

async function runTurn(context: ConnectionContext): Promise<AgentOutcome> {
  const { workspace } = context.request;
  const access = await modelAccess(context.service, workspace.loan);
  if (access.kind === "none") return notSignedIn;
  const owner = usesLogin(access) ? loginOf(context) : null;
  const session = sessionLoginFile(workspace.home);
  const login = owner === null ? null : await lendCredentials({ owner, session });
  if (context.stop.aborted) return { kind: "interrupted" };
  const unfollow = login?.follow();
  const outcome = await runProcess(context, providerId(access));
  unfollow?.();
  await login?.copyBack().catch((error: unknown) => {
    const message = text.signInNotSaved(String(error));
    context.listener.onEvent({ kind: "notice", level: "warning", message });
  });
  return outcome;
}

/** The sign-in that the turn runs on: the account's, or the person's own. */
function loginOf({ request, service }: ConnectionContext): LoginKeeper | null {
  const { loan } = request.workspace;
  if (loan) return loan.kind === "sign_in" ? loan.login : null;
  const path = ownerLoginFile(service);
  return path === null ? null : loginFile(path);
}

async function runProcess(context: ConnectionContext, provider: string): Promise<AgentOutcome> {
  const { request, listener, service, stop } = context;
  const { cli, workspace } = request;
  const link = startConversation({ request, listener, provider });
  const child = await startLineProcess({
    command: cli.command,
    args: [...cli.args, "app-server"],
    cwd: workspace.cwd,
    env: codexEnvironment({ ...workspace, marker: processMarker(request) }, service),
    sandbox: workspace.sandbox,
    limits: workspace.limits,
    programs: programsOf(request.equipment),
    onMessage: (message) => {
      listener.onSign(signOf(message));
      link.receive(message);
    },
  });
  const root = await identify(child.pid);
  try {
    listener.onProcess(child.pid);
    return await Promise.race([link.run(child), afterStop(stop, link)]);
  } finally {
    noteStep("agent finished");
    await endEverything(child, { markerPrefix: processMarker(request), roots: root ? [root] : [] });
    link.end();
  }
}

async function afterStop(stop: AbortSignal, link: CodexLink): Promise<AgentOutcome> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (stop.aborted) resolve();
  else stop.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  await interruptTurn(link);
  return { kind: "interrupted" };
}

/** Tools run in separate process groups and would outlive the CLI. */
async function endEverything(
  child: LineProcess,
  query: Parameters<typeof endAgentProcesses>[0],
): Promise<void> {
  child.endInput();
  await Promise.race([child.exit, pause(goodbyeMs, undefined, { ref: false })]);
  child.signal("SIGTERM");
  await endAgentProcesses({ ...query, graceMs });
  await Promise.race([child.exit, pause(goodbyeMs, undefined, { ref: false })]);
}
