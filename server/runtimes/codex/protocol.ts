import { type AgentQuestion, type AgentReply, questionParts } from "../agent-question.ts";
import { asList, asObject, asText, type Json } from "../json.ts";
import type { AgentRequest, Prompt } from "../runtime.ts";

/** Settings of a thread; the same when it starts and when it resumes. */
export function threadParams(request: AgentRequest, options: { provider: string; trustedHooks: Json }): Json {
  const { workspace, conversation, effort, autoCompactWindow, systemPrompt } = request;
  return {
    ...(conversation.kind === "resume" && { threadId: conversation.id, excludeTurns: true }),
    cwd: workspace.cwd,
    model: request.model,
    modelProvider: options.provider,
    approvalPolicy: "never",
    sandbox: "danger-full-access",
    ...(systemPrompt && { developerInstructions: systemPrompt }),
    config: {
      ...(effort && { model_reasoning_effort: effort }),
      ...(autoCompactWindow !== null && { model_auto_compact_token_limit: autoCompactWindow }),
      ...(Object.keys(options.trustedHooks).length > 0 && { hooks: { state: options.trustedHooks } }),
    },
  };
}

export function turnParams(threadId: string, request: AgentRequest): Json {
  return {
    threadId,
    input: userInput(request.prompt),
    model: request.model,
    ...(request.effort && { effort: request.effort }),
  };
}

function userInput(prompt: Prompt): Json[] {
  const images = prompt.images.map((path) => ({ type: "localImage", path }));
  return [{ type: "text", text: prompt.text, text_elements: [] }, ...images];
}

/**
 * The `hooks.state` that lets the session's own hooks run and no others: a hook is trusted by the hash of its
 * definition, so what the clone brings along stays off.
 */
export function trustOwnHooks(listing: Json): Json {
  const hooks = asList(listing["data"]).flatMap((entry) => asList(asObject(entry)["hooks"]).map(asObject));
  const own = hooks.filter((hook) => hook["source"] === "user");
  return Object.fromEntries(
    own.map((hook) => [asText(hook["key"]) ?? "", { trusted_hash: asText(hook["currentHash"]) }]),
  );
}

export const questionTool = "request_user_input";

/** The questions of the CLI's tool. */
export const questionOf = (params: Json): AgentQuestion => ({
  tool: questionTool,
  parts: questionParts(params, "id"),
});

/** The answer to it. One that was declined says so in place of each answer: the protocol knows no refusal. */
export function answerToQuestion({ parts }: AgentQuestion, reply: AgentReply): object {
  const given = (id: string): readonly string[] =>
    reply.kind === "answered" ? (reply.answers.get(id) ?? []) : [reply.reason];
  return { answers: Object.fromEntries(parts.map(({ id }) => [id, { answers: given(id) }])) };
}

/** Answers that let an unattended turn continue; null for requests we cannot serve. */
export function answerServerRequest(method: string): object | null {
  switch (method) {
    case "item/commandExecution/requestApproval":
    case "item/fileChange/requestApproval":
      return { decision: "accept" };
    case "mcpServer/elicitation/request":
      return { action: "decline", content: null, _meta: null };
    default:
      return null;
  }
}
