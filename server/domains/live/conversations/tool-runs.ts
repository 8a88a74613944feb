import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { type CardAnswer, cardTool, cardToolName, liveCards } from "./cards.ts";
import { type LiveTool, toolArgumentsMax } from "./model.ts";
import type { LiveTools } from "./ports.ts";
import type { LiveStore, NewTurn, TurnRow } from "./store.ts";
import { text } from "./text.ts";
import { readInput, toolExecution } from "./tool-execution.ts";

/** What the model asked for; `turn` is the row it becomes. */
export interface AskedTool {
  name: string;
  arguments: string;
  callId: string;
  turn: Pick<NewTurn, "conversationId" | "position" | "source"> & { replyTo?: number };
}

export interface ToolRuns {
  /** The tools of the provider's list, with the one that answers cards. */
  list(): LiveTool[];
  /** Stores what the model asked for; undefined if the call is stored already. Nothing runs yet. */
  store(asked: AskedTool): TurnRow | undefined;
  /** Runs a stored call, or asks the person first. A call that ran is not run again. */
  run(row: TurnRow, actor: Actor): Promise<TurnRow>;
  /** The person's own answer to a card. Throws unless it is open. */
  answer(row: TurnRow, answer: CardAnswer, actor: Actor): Promise<TurnRow>;
}

/** The tools of a conversation: each call is a row before it runs, and runs once. */
export function toolRuns(deps: {
  store: LiveStore;
  clock: Clock;
  log: Logger;
  tools: LiveTools;
  redact(text: string): string;
  changed(conversationId: number): void;
}): ToolRuns {
  const { store, tools, clock } = deps;
  const execution = toolExecution(deps);
  const cards = liveCards({ ...deps, execution });

  return {
    list: () => [...tools.list(), cardTool],

    store({ name, arguments: sent, callId, turn }) {
      if (store.byCall(turn.conversationId, callId)) return undefined;
      return store.addTurn({
        ...turn,
        role: "tool",
        content: "",
        toolName: name,
        callId,
        toolArguments: deps.redact(sent.slice(0, toolArgumentsMax)),
        toolState: "asked",
        ...(sent.length > toolArgumentsMax && { toolState: "done", toolError: text.tool.tooLong }),
        createdAt: clock.now(),
      });
    },

    async run(row, actor) {
      const runs = execution.running(row);
      if (runs) return runs;
      if (row.toolState === "running") return execution.failed(row, text.tool.unfinished);
      if (row.toolState !== "asked") return row;
      const read = readInput(row);
      if (!read.ok) return execution.failed(row, read.problem);
      const { input } = read;
      const name = row.toolName ?? "";
      if (name === cardToolName) return cards.passOn(row, input, actor);
      if (tools.effectOf(name) === null) return execution.failed(row, text.tool.unknown(name));
      const reason = cards.reasonFor(row, input);
      return reason === null ? execution.claim(row, "asked", actor) : cards.show(row, reason, input);
    },

    answer: cards.answer,
  };
}
