import { readFile } from "node:fs/promises";
import { unlessPassing } from "../../lib/passing-fault.ts";
import type { AgentListener, AgentRequest, Prompt } from "../runtime.ts";
import type { Observer } from "./observe.ts";
import type { PiRpc } from "./rpc.ts";
import { text } from "./text.ts";

/** `gone`: pi exited before it answered. */
export type Asked = { kind: "accepted" } | { kind: "gone" } | { kind: "refused"; reason: string };

interface Question {
  request: AgentRequest;
  /** The id pi must have taken. */
  model: string;
  observer: Observer;
  listener: Pick<AgentListener, "onEvent">;
}

/** Gives pi the prompt, after checking that pi uses exactly the requested model. */
export async function ask(pi: PiRpc, { request, model, observer, listener }: Question): Promise<Asked> {
  const images = await readImages(request.prompt, listener);
  const before = await pi.call({ type: "get_state" });
  if (before === null) return { kind: "gone" };
  const taken = before.success ? modelOf(before.data) : null;
  if (taken !== null && taken !== model) {
    return {
      kind: "refused",
      reason: text.unknownModel(request.model, taken),
    };
  }
  const { text: message, command } = request.prompt;
  if (command?.name === "compact") return compact(pi, { argument: command.argument, observer });
  const answer = await pi.call({ type: "prompt", message, ...(images.length > 0 && { images }) });
  if (answer === null) return { kind: "gone" };
  if (!answer.success) return { kind: "refused", reason: answer.error };

  // A command of a project's extension is done when it is accepted; no run follows that could settle.
  const after = observer.state.hasStarted ? null : await pi.call({ type: "get_state" });
  if (after?.success && after.data["isStreaming"] === false && !observer.state.hasStarted) observer.settle();
  return { kind: "accepted" };
}

/** What pi refuses without asking the model: the conversation stays as it is. */
const nothingToCompact = /Nothing to compact|Already compacted/;

/** pi's own request for it: no run follows. pi reports a failure as an event too, which is in the session's log. */
async function compact(
  pi: PiRpc,
  { argument, observer }: { argument: string; observer: Observer },
): Promise<Asked> {
  const answer = await pi.call({
    type: "compact",
    ...(argument !== "" && { customInstructions: argument }),
  });
  if (answer === null) return { kind: "gone" };
  if (answer.success || nothingToCompact.test(answer.error)) observer.settle();
  else observer.fail(answer.error);
  return { kind: "accepted" };
}

function modelOf(state: Record<string, unknown>): string | null {
  const model = state["model"];
  return typeof model === "object" && model !== null && "id" in model ? String(model.id) : null;
}

async function readImages({ images: paths }: Prompt, listener: Pick<AgentListener, "onEvent">) {
  const images: { type: "image"; data: string; mimeType: string }[] = [];
  for (const path of paths) {
    const bytes = await readFile(path).catch(unlessPassing(null));
    const { fileTypeFromBuffer } = await import("file-type");
    const type = bytes && (await fileTypeFromBuffer(bytes));
    if (bytes && type?.mime.startsWith("image/")) {
      images.push({ type: "image", data: bytes.toString("base64"), mimeType: type.mime });
    } else {
      const message = text.imageLeftOut(path);
      listener.onEvent({ kind: "notice", level: "warning", message });
    }
  }
  return images;
}
