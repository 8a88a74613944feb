import { join } from "node:path";
import { writePrivateFile } from "../../lib/private-file.ts";
import { type Asker, complete, completionMarker, type FoundCli, withCli } from "../completion.ts";
import { asNumber, asObject, asText, type Json } from "../json.ts";
import { startLineProcess } from "../line-process.ts";
import type { Completion, CompletionRequest, RuntimeOptions } from "../runtime.ts";
import { configToml } from "./config-toml.ts";
import {
  codexEnvironment,
  type ModelAccess,
  ownerLoginFile,
  providerId,
  sessionLoginFile,
} from "./environment.ts";
import { modelAccess, usesLogin } from "./prepare.ts";
import { answerServerRequest } from "./protocol.ts";
import { jsonRpc, type Rpc, type RpcAnswer } from "./rpc.ts";
import { guide, signIn } from "./sign-in.ts";
import { text as words } from "./text.ts";

/** The cheapest model the CLI lists. */
const smallModel = "gpt-6-luna";

/**
 * Removes every tool that acts on the machine, and instructions about it. The CLI always offers the rest (a patch tool
 * that the sandbox refuses, and a clock).
 */
const bare = {
  features: {
    shell_tool: false,
    unified_exec: false,
    view_image: false,
    image_generation: false,
    goals: false,
    sleep_tool: false,
    apps: false,
    plugins: false,
  },
  web_search: "disabled",
  tools: { experimental_request_user_input: { enabled: false } },
  agents: { enabled: false },
  skills: { include_instructions: false, bundled: { enabled: false } },
  include_permissions_instructions: false,
  include_collaboration_mode_instructions: false,
  include_environment_context: false,
  project_doc_max_bytes: 0,
};

type Service = RuntimeOptions["environment"];

export async function completeWithCodex(
  request: CompletionRequest,
  { locate, service }: { locate: Asker["locate"]; service: Service },
): Promise<Completion> {
  const access = await modelAccess(service, request.loan);
  const owner = usesLogin(access) && !request.loan ? ownerLoginFile(service) : null;
  return complete(request, {
    locate,
    signIn: () => signIn(service),
    guide,
    login: usesLogin(access) ? { owner, session: sessionLoginFile(request.folder) } : null,
    ask: (cli) => askCodex(request, { cli, service, access }),
  });
}

/** One turn of an app-server whose thread is stored nowhere. */
async function askCodex(
  request: CompletionRequest,
  { cli, service, access }: { cli: FoundCli; service: Service; access: ModelAccess },
): Promise<Completion> {
  const { env, folder } = request;
  const config = configToml({
    access,
    cwd: folder,
    repository: { folder, trusted: false },
    mcpServers: [],
    forwardedVariables: [],
    hiddenVariables: [],
  });
  await writePrivateFile(join(folder, "config.toml"), config);
  const record = answerRecord();
  const rpc = jsonRpc({
    onNotification: record.see,
    onRequest: async (method) => answerServerRequest(method),
  });
  return withCli(
    request,
    () =>
      startLineProcess({
        command: cli.command,
        args: [...cli.args, "app-server"],
        cwd: folder,
        env: codexEnvironment(
          { env, home: folder, marker: completionMarker(request), loan: request.loan },
          service,
        ),
        sandbox: request.sandbox,
        onMessage: (message) => rpc.receive(message),
      }),
    async (child) => {
      rpc.connect((message) => child.send(message));
      const ended = child.exit.then(({ stderr }): Completion => {
        rpc.close();
        return { kind: "failed", message: stderr || words.exitedWithoutAnswer };
      });
      const refused = await ask(rpc, { request, provider: providerId(access) });
      if (refused?.kind === "error" && refused.code !== 0)
        return { kind: "failed", message: refused.message };
      return Promise.race([record.answer, ended]);
    },
  );
}

/** Up to the running turn; the first refusal ends it. */
async function ask(
  rpc: Rpc,
  { request, provider }: { request: CompletionRequest; provider: string },
): Promise<RpcAnswer | null> {
  const clientInfo = { name: "signalbox", title: "Signalbox", version: "1" };
  const greeted = await rpc.call("initialize", { clientInfo });
  if (greeted.kind === "error") return greeted;
  rpc.notify("initialized");
  const opened = await rpc.call("thread/start", {
    cwd: request.folder,
    model: smallModel,
    modelProvider: provider,
    approvalPolicy: "never",
    sandbox: "read-only",
    baseInstructions: request.system,
    ephemeral: true,
    config: { ...bare, model_reasoning_effort: "low" },
  });
  if (opened.kind === "error") return opened;
  const started = await rpc.call("turn/start", {
    threadId: asText(asObject(opened.result["thread"])["id"]),
    input: [{ type: "text", text: request.prompt, text_elements: [] }],
  });
  return started.kind === "error" ? started : null;
}

/** Gathers the answer from the notifications of the one thread there is. */
function answerRecord() {
  const answer = Promise.withResolvers<Completion>();
  let text = "";
  let used: Json = {};
  const see = (method: string, params: Json) => {
    if (method === "thread/tokenUsage/updated") used = asObject(asObject(params["tokenUsage"])["total"]);
    const item = asObject(params["item"]);
    if (method === "item/completed" && item["type"] === "agentMessage") text = asText(item["text"]) ?? text;
    const error = asObject(params["error"]);
    if (method === "error" && params["willRetry"] !== true) answer.resolve(failed(error));
    if (method !== "turn/completed") return;
    const turn = asObject(params["turn"]);
    if (turn["status"] !== "completed") return answer.resolve(failed(asObject(turn["error"])));
    answer.resolve({ kind: "answered", text, model: smallModel, requestId: null, usage: usageOf(used) });
  };
  return { see, answer: answer.promise };
}

/** The CLI counts what came from the cache as input too. */
function usageOf(used: Json): Extract<Completion, { kind: "answered" }>["usage"] {
  const cacheReadTokens = asNumber(used["cachedInputTokens"]) ?? 0;
  const cacheCreationTokens = asNumber(used["cacheWriteInputTokens"]) ?? 0;
  return {
    inputTokens: Math.max(0, (asNumber(used["inputTokens"]) ?? 0) - cacheReadTokens - cacheCreationTokens),
    outputTokens: asNumber(used["outputTokens"]) ?? 0,
    cacheReadTokens,
    cacheCreationTokens,
  };
}

function failed(error: Json): Completion {
  return { kind: "failed", message: asText(error["message"]) ?? words.failedSilently };
}
