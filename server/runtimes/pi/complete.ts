import { isObject } from "../../lib/json.ts";
import { markerVariable } from "../../lib/processes/index.ts";
import { type Asker, complete, completionMarker, type FoundCli, withCli } from "../completion.ts";
import type { Completion, CompletionRequest, RuntimeOptions } from "../runtime.ts";
import { homePaths, ownerAuthFile, piEnvironment } from "./environment.ts";
import { settings, writePrivately } from "./prepare.ts";
import { modelsFile, type Route } from "./providers.ts";
import { type PiRpc, startRpc } from "./rpc.ts";
import { guide, signIn, smallModelRoute } from "./sign-in.ts";
import { text as words } from "./text.ts";

type Service = RuntimeOptions["environment"];

const switches = [
  "--no-session",
  "--no-tools",
  "--no-extensions",
  "--no-skills",
  "--no-prompt-templates",
  "--no-themes",
  "--no-context-files",
  "--no-approve",
];

export async function completeWithPi(
  request: CompletionRequest,
  { locate, service }: { locate: Asker["locate"]; service: Service },
): Promise<Completion> {
  const owner = ownerAuthFile(service);
  return complete(request, {
    locate,
    signIn: () => signIn(service),
    guide,
    login: owner === null ? null : { owner, session: homePaths(request.folder).auth },
    ask: async (cli) => {
      const route = await smallModelRoute(service);
      if (route === null) return { kind: "unavailable", reason: guide.authInstructions };
      return askPi(request, { cli, service, route });
    },
  });
}

/** One `pi --mode rpc` with nothing but the model. */
async function askPi(
  request: CompletionRequest,
  { cli, service, route }: { cli: FoundCli; service: Service; route: Route },
): Promise<Completion> {
  const { folder } = request;
  const paths = homePaths(folder);
  const env = piEnvironment({ env: request.env, home: folder }, service);
  await writePrivately(
    paths.models,
    modelsFile(route, { environment: { ...service, ...env }, compactAt: null }),
  );
  await writePrivately(paths.settings, settings);
  await writePrivately(paths.systemPrompt, request.system);
  const model = ["--provider", route.provider, "--model", route.model, "--thinking", "off"];
  const record = answerRecord(route.model);
  return withCli(
    request,
    () =>
      startRpc({
        command: cli.command,
        args: [...cli.args, "--mode", "rpc", ...switches, ...model, "--system-prompt", paths.systemPrompt],
        cwd: folder,
        env: { ...env, [markerVariable]: completionMarker(request) },
        sandbox: request.sandbox,
        onEvent: record.see,
      }),
    async (pi) => {
      const asked = await pi.call({ type: "prompt", message: request.prompt });
      if (asked?.success === false) return { kind: "failed", message: asked.error };
      return Promise.race([record.answer, endedEarly(pi)]);
    },
  );
}

/** Collects the answer until pi is idle. */
function answerRecord(model: string) {
  const answer = Promise.withResolvers<Completion>();
  let last: Completion = { kind: "failed", message: words.noAnswer };
  const see = ({ type, message }: Record<string, unknown>) => {
    if (type === "message_end" && isObject(message) && message["role"] === "assistant")
      last = completionOf(message, model);
    if (type === "agent_settled") answer.resolve(last);
  };
  return { see, answer: answer.promise };
}

function completionOf(message: Readonly<Record<string, unknown>>, model: string): Completion {
  const { errorMessage, content, stopReason, responseId } = message;
  if (stopReason === "error" || stopReason === "aborted")
    return {
      kind: "failed",
      message: typeof errorMessage === "string" ? errorMessage : words.callFailed,
    };
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const used = isObject(message["usage"]) ? message["usage"] : {};
  const count = (name: string) => (typeof used[name] === "number" ? used[name] : 0);
  return {
    kind: "answered",
    text: blocks.map(({ type, text }) => (type === "text" && typeof text === "string" ? text : "")).join(""),
    model,
    requestId: typeof responseId === "string" ? responseId : null,
    usage: {
      inputTokens: count("input"),
      outputTokens: count("output"),
      cacheReadTokens: count("cacheRead"),
      cacheCreationTokens: count("cacheWrite"),
    },
  };
}

async function endedEarly(pi: PiRpc): Promise<Completion> {
  const { stderr } = await pi.exit;
  return { kind: "failed", message: stderr || words.exitedWithoutAnswer };
}
