import type { Request } from "express";
import type { Idempotency } from "../../../http/idempotency.ts";
import { type Context, type Endpoint, endpoints, Reply } from "../../../http/mount.ts";
import type { Logger } from "../../../lib/logger.ts";
import { oneMessageAtATime } from "../../../mcp/batches.ts";
import type { CallOperation } from "../../../mcp/call-operation.ts";
import { serveSurface } from "../../../mcp/serve-surface.ts";
import { externalAppRefusal } from "./errors.ts";
import { type PluginInvocation, pluginOperations } from "./model.ts";
import { pluginTools } from "./plugin-tools.ts";
import { labelOf, statusOf } from "./rules.ts";
import type { ExternalAppService } from "./service.ts";
import { text } from "./text.ts";

interface PluginRouteDeps {
  apps: Pick<ExternalAppService, "admit" | "offer" | "invoke">;
  baseUrl(request: Request): string;
  callAs(context: Context): CallOperation;
  version: string;
  log: Logger;
  /** Carries out calls with an idempotency key once. */
  idempotency: Idempotency;
}

/** REST and MCP for integrations. One that is switched off is refused before its request is read. */
export function pluginRoutes(deps: PluginRouteDeps): Endpoint[] {
  const { apps, version, idempotency, log } = deps;
  const sessionUrl =
    (request: Request) =>
    (id: number): string =>
      `${deps.baseUrl(request)}/sessions/${id}`;

  function refuse(_input: unknown, { response }: Context): never {
    response.setHeader("allow", "POST");
    throw externalAppRefusal("post_only");
  }

  return endpoints(pluginOperations, {
    listPluginTriggers: (_input, { actor }) => apps.offer(apps.admit(actor)),

    async invokePluginTrigger({ params, body }, { actor, request }) {
      const triggerId = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0;
      const call = { triggerId, variables: body.variables, sessionUrl: sessionUrl(request) };
      return restAnswer(await apps.invoke(apps.admit(actor), call));
    },

    async callPluginMcp(_input, http) {
      const app = apps.admit(http.actor);
      const tools = pluginTools({
        offer: () => apps.offer(app),
        invoke: (call) => apps.invoke(app, { ...call, sessionUrl: sessionUrl(http.request) }),
      });
      const caller = { actor: http.actor, sessionId: null, roots: null, call: deps.callAs(http) };
      await serveSurface(http, { version, idempotency, instructions: text.instructions, tools, caller, log });
    },
    streamPluginMcp: refuse,
    endPluginMcp: refuse,
  }).map((endpoint) => ({
    ...(endpoint.operation.path === pluginOperations.callPluginMcp.path
      ? oneMessageAtATime(endpoint)
      : endpoint),
    admit: ({ actor }) => void apps.admit(actor),
  }));
}

/** A refusal also has the keys of every other refusal. */
function restAnswer(answer: PluginInvocation): PluginInvocation | Reply<PluginInvocation> {
  if (answer.fired) return answer;
  const { outcome, message } = answer;
  return new Reply(statusOf[outcome], { ...answer, error: labelOf(outcome), messages: [message] });
}
