import type { Idempotency } from "../../../http/idempotency.ts";
import { type Context, type Endpoint, endpoints } from "../../../http/mount.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { CallOperation } from "../../../mcp/call-operation.ts";
import { serveSurface } from "../../../mcp/serve-surface.ts";
import type { Tool } from "../../../mcp/tool.ts";
import { type SelfAdmission, selfAdmission } from "./admission.ts";
import { selfRefusal } from "./errors.ts";
import { selfSessionOperations } from "./model.ts";

const instructions =
  "The tools of the Signalbox session you run in: its notes, title and heartbeat, wakes, reports to the session that " +
  "spawned yours, and its archive. You change your own session only; others you can look up.";

export function selfSessionRoutes(
  deps: SelfAdmission & {
    tools: readonly Tool[];
    callAs(context: Context): CallOperation;
    /** Removes secrets from everything an agent sends. */
    redact(input: unknown): unknown;
    /** Counts what a session's agent does. Throws a refusal if it is one too many. */
    spend(sessionId: number, tool: string, input: unknown): void;
    version: string;
    log: Logger;
    /** Carries out calls with an idempotency key once. */
    idempotency: Idempotency;
  },
): Endpoint[] {
  const { tools, version, idempotency, log, redact: clean } = deps;
  const admit = selfAdmission(deps);

  function refuse(_input: unknown, { request, response }: Context): never {
    admit(request);
    response.setHeader("allow", "POST");
    throw selfRefusal("post_only");
  }

  return endpoints(selfSessionOperations, {
    async callSelfSession(_input, http) {
      const sessionId = admit(http.request);
      const actor = { kind: "session", id: sessionId } as const;
      const caller = { actor, sessionId, roots: null, call: deps.callAs({ ...http, actor }) };
      const spend = (tool: string, input: unknown): void => deps.spend(sessionId, tool, input);
      await serveSurface(http, { version, idempotency, instructions, tools, caller, clean, spend, log });
    },
    streamSelfSession: refuse,
    endSelfSession: refuse,
  });
}
