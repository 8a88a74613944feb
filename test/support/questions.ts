import { elicitationAccess } from "../../server/domains/sessions/elicitations/index.ts";
import type { RequestedSchema } from "../../server/domains/sessions/elicitations/model.ts";
import type { TestService } from "./service.ts";

/**
 * The path of a session's questions, as its MCP servers get it, or would get it if its agent ran; it ends with the token that
 * grants access.
 */
export function questionsPath({ passes }: Pick<TestService, "passes">, sessionId: number): string {
  if (passes.of(sessionId).length === 0) passes.open({ sessionId, turnId: null });
  return elicitationAccess({ passes, baseUrl: () => "", defaultLifetimeMs: 3_600_000 }).urlOf(sessionId);
}

/** Asks the person a question like an MCP server of the session; fails if it is not accepted. */
export async function askQuestion(
  service: TestService,
  sessionId: number,
  question: { id: string; message: string; requestedSchema: Partial<RequestedSchema> },
): Promise<{ outcome(): Promise<unknown> }> {
  const { id, ...form } = question;
  const path = questionsPath(service, sessionId);
  const _meta = { "com.pulsemcp/request-id": id, "com.pulsemcp/tool-name": "paint" };
  const asked = await service.call("POST", path, { mode: "form", ...form, _meta }, { key: null });
  if (asked.status !== 201) throw new Error(`The question was refused: ${JSON.stringify(asked.body)}`);
  return { outcome: async () => (await service.call("GET", `${path}/${id}`, undefined, { key: null })).body };
}
