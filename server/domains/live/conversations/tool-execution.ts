import type { Actor } from "../../../http/caller.ts";
import { isObject } from "../../../lib/json.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { LiveTools } from "./ports.ts";
import type { LiveStore, NewTurn, TurnRow } from "./store.ts";
import { text } from "./text.ts";

type Read = { ok: true; input: Record<string, unknown> } | { ok: false; problem: string };

export type ToolExecution = ReturnType<typeof toolExecution>;

/** Runs stored calls, each once: a row is claimed before its tool begins. */
export function toolExecution(deps: {
  store: LiveStore;
  log: Logger;
  tools: LiveTools;
  changed(conversationId: number): void;
}) {
  const { store, tools } = deps;
  /** Calls that run now, for a second request with the same call. */
  const running = new Map<number, Promise<TurnRow>>();

  function write(row: TurnRow, change: Partial<NewTurn>): TurnRow {
    const written = store.writeTurn(row.id, change);
    deps.changed(row.conversationId);
    return written;
  }

  const failed = (row: TurnRow, problem: string): TurnRow =>
    write(row, { toolState: "done", toolOutput: null, toolError: problem });

  async function execute(row: TurnRow, input: Record<string, unknown>, actor: Actor): Promise<TurnRow> {
    const { text: output, failed: isFailed, sessionIds } = await tools.run(row.toolName ?? "", input, actor);
    return write(row, {
      toolState: "done",
      sessionIds: [...sessionIds],
      ...(isFailed ? { toolError: output, toolOutput: null } : { toolOutput: output, toolError: null }),
    });
  }

  return {
    write,
    failed,
    running: (row: TurnRow): Promise<TurnRow> | undefined => running.get(row.id),

    /** Claims the row, then runs it; a row that another request claimed is left to it. */
    claim(row: TurnRow, from: "asked" | "card", actor: Actor): Promise<TurnRow> {
      const read = readInput(row);
      if (!read.ok) return Promise.resolve(failed(row, read.problem));
      const claimed = store.moveTool(row.id, from, { toolState: "running" });
      if (!claimed) return running.get(row.id) ?? Promise.resolve(store.turn(row.id) ?? row);
      const run = execute(claimed, read.input, actor)
        .catch((error: unknown) => {
          deps.log.error({ err: error, tool: row.toolName }, "live tool failed");
          return failed(row, text.tool.failed);
        })
        .finally(() => running.delete(row.id));
      running.set(row.id, run);
      return run;
    },
  };
}

/** The arguments that the model sent. */
export function readInput({ toolArguments }: Pick<TurnRow, "toolArguments">): Read {
  const sent = toolArguments?.trim() ?? "";
  if (sent === "") return { ok: true, input: {} };
  try {
    const input: unknown = JSON.parse(sent);
    return isObject(input) ? { ok: true, input } : { ok: false, problem: text.tool.notJson };
  } catch {
    return { ok: false, problem: text.tool.notJson };
  }
}
