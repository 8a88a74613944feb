import type { Request } from "express";
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

interface PluginRouteDeps {
  apps: Pick<ExternalAppService, "admit" | "offer" | "invoke">;
  baseUrl(request: Request): string;
  callAs(context: Context): CallOperation;
  version: string;
  log: Logger;
}

const instructions =
  "You may start work here through triggers that were opened to you. list_triggers names them with the variables each " +
  "takes; invoke_trigger fires one.";

/** The two surfaces that a plugin's key opens; a plugin that is switched off is refused before anything is read. */
export function pluginRoutes(deps: PluginRouteDeps): Endpoint[] {
  const { apps, version, log } = deps;
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
      const asked = { triggerId, variables: body.variables, sessionUrl: sessionUrl(request) };
      return restAnswer(await apps.invoke(apps.admit(actor), asked));
    },

    async callPluginMcp(_input, http) {
      const app = apps.admit(http.actor);
      const tools = pluginTools({
        offer: () => apps.offer(app),
        invoke: (asked) => apps.invoke(app, { ...asked, sessionUrl: sessionUrl(http.request) }),
      });
      const caller = { actor: http.actor, sessionId: null, roots: null, call: deps.callAs(http) };
      await serveSurface(http, { version, instructions, tools, caller, log });
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

/** A refusal has the keys of every other refusal too. */
function restAnswer(answer: PluginInvocation): PluginInvocation | Reply<PluginInvocation> {
  if (answer.fired) return answer;
  const { outcome, message } = answer;
  return new Reply(statusOf[outcome], { ...answer, error: labelOf(outcome), messages: [message] });
}
