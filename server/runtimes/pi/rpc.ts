import { asObject } from "../json.ts";
import {
  type LineProcess,
  type LineProcessOptions,
  type ProcessExit,
  startLineProcess,
} from "../line-process.ts";

/** The answer to one command; `error` is pi's own sentence. */
export type Answer = { success: true; data: Record<string, unknown> } | { success: false; error: string };

/** A running `pi --mode rpc`. */
export interface PiRpc extends Pick<LineProcess, "pid" | "send" | "endInput" | "signal"> {
  readonly exit: Promise<ProcessExit>;
  /** Settles with pi's answer, or with null when pi ended without one. Never rejects. */
  call(command: { type: string } & Record<string, unknown>): Promise<Answer | null>;
}

/** Every line that is no answer to a command goes to `onEvent`. Rejects when the process cannot be started. */
export async function startRpc(
  options: Pick<
    LineProcessOptions,
    "command" | "args" | "cwd" | "env" | "sandbox" | "limits" | "programs"
  > & {
    onEvent(event: Record<string, unknown>): void;
    /** Called with every line, before it is used. */
    onLine?(line: Record<string, unknown>): void;
  },
): Promise<PiRpc> {
  const { onEvent, onLine, ...launch } = options;
  const waiting = new Map<string, (answer: Answer | null) => void>();
  let lastId = 0;

  const child = await startLineProcess({
    ...launch,
    onMessage(message) {
      onLine?.(message);
      const answered = message["type"] === "response" ? waiting.get(String(message["id"])) : undefined;
      if (!answered) return onEvent(message);
      waiting.delete(String(message["id"]));
      answered(readAnswer(message));
    },
  });
  let isGone = false;
  void child.exit.then(() => {
    isGone = true;
    for (const answered of waiting.values()) answered(null);
    waiting.clear();
  });

  return {
    pid: child.pid,
    exit: child.exit,
    send: (message) => child.send(message),
    endInput: () => child.endInput(),
    signal: (name) => child.signal(name),
    call: (command) =>
      new Promise((resolve) => {
        if (isGone) return resolve(null);
        lastId += 1;
        waiting.set(String(lastId), resolve);
        child.send({ id: String(lastId), ...command });
      }),
  };
}

function readAnswer(message: Record<string, unknown>): Answer {
  if (message["success"] !== true) return { success: false, error: String(message["error"]) };
  return { success: true, data: asObject(message["data"]) };
}
