import { z } from "zod";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { type CardReason, checkSpokenAnswer, reasonToAsk } from "./card-rules.ts";
import { liveRefusal } from "./errors.ts";
import type { LiveTool } from "./model.ts";
import type { LiveTools } from "./ports.ts";
import type { LiveStore, TurnRow } from "./store.ts";
import { text } from "./text.ts";
import { readInput, type ToolExecution } from "./tool-execution.ts";
import { isExpired } from "./views.ts";

export type CardAnswer = "do_it" | "no";

export const cardToolName = "answer_card";
const cardInput = z.object({
  card_id: z.number().int().describe(text.cardTool.cardId),
  answer: z.enum(["do_it", "no"]),
});
export const cardTool: LiveTool = {
  type: "function",
  name: cardToolName,
  description: text.cardTool.description,
  parameters: z.toJSONSchema(cardInput, { io: "input" }) as LiveTool["parameters"],
};

const starters = new Set<string | null>(["start_session", "quick_router"]);

/** Acts that a person is asked about first: a card on the board, which a yes in the conversation answers too. */
export function liveCards(deps: {
  store: LiveStore;
  clock: Clock;
  tools: LiveTools;
  execution: ToolExecution;
}) {
  const { store, clock, tools, execution } = deps;
  const linesSince = spokenLines(store);

  /** What tools changed since the person last said something. */
  function actsBefore({ id, conversationId }: TurnRow): TurnRow[] {
    const rows = store.turnsOf(conversationId);
    return rows
      .slice(rows.findLastIndex(({ role }) => role === "user") + 1)
      .filter(
        (row) => row.id !== id && row.toolState === "done" && tools.effectOf(row.toolName ?? "") !== "read",
      );
  }

  async function settle(card: TurnRow, answer: CardAnswer, actor: Actor): Promise<TurnRow> {
    if (answer === "do_it") return execution.claim(card, "card", actor);
    const refused = store.moveTool(card.id, "card", { toolState: "refused", toolOutput: text.tool.refused });
    return refused ? execution.write(refused, { toolState: "refused" }) : card;
  }

  return {
    /** Null: it is done at once. */
    reasonFor(row: TurnRow, input: Record<string, unknown>): CardReason | null {
      const tool = row.toolName ?? "";
      const effect = tools.effectOf(tool) ?? "destroy";
      if (effect === "read") return null;
      const acts = actsBefore(row);
      return reasonToAsk({
        tool,
        effect,
        input,
        touched: new Set(acts.flatMap(({ sessionIds }) => sessionIds)),
        started: acts.filter(({ toolName }) => starters.has(toolName)).length,
      });
    },

    show(row: TurnRow, reason: CardReason, input: Record<string, unknown>): TurnRow {
      const act = text.act(row.toolName ?? "", input);
      const asked = store.moveTool(row.id, "asked", {
        toolState: "card",
        cardReason: reason,
        cardAct: act,
        toolOutput: text.tool.ask(row.id, act, reason),
        createdAt: clock.now(),
      });
      return asked ? execution.write(asked, { toolState: "card" }) : row;
    },

    /** The model passes on what the person said. */
    async passOn(row: TurnRow, input: Record<string, unknown>, actor: Actor): Promise<TurnRow> {
      const parsed = cardInput.safeParse(input);
      const card = parsed.success ? store.turn(parsed.data.card_id) : undefined;
      if (!parsed.success || card?.conversationId !== row.conversationId || card.toolState !== "card")
        return execution.failed(row, text.tool.noCard(Number(input["card_id"] ?? 0)));
      const { answer } = parsed.data;
      const verdict = checkSpokenAnswer({
        answer,
        isExpired: isExpired(card, clock.now()),
        lines: linesSince(card),
      });
      if (verdict !== "take") return execution.failed(row, text.tool.verdict(verdict));
      const { toolOutput, toolError, sessionIds } = await settle(card, answer, actor);
      return execution.write(row, { toolState: "done", toolOutput, toolError, sessionIds });
    },

    /** The person's own answer. Throws unless the card is open. */
    async answer(row: TurnRow, answer: CardAnswer, actor: Actor): Promise<TurnRow> {
      if (row.cardReason === null) throw liveRefusal("card_not_found");
      if (row.toolState !== "card") throw liveRefusal("card_answered");
      if (isExpired(row, clock.now())) throw liveRefusal("card_expired");
      return settle(row, answer, actor);
    },
  };
}

/** What the person said since a card was shown and no other card was answered with it, newest first. */
function spokenLines(store: LiveStore): (card: TurnRow) => string[] {
  /** Whether the model passed on an answer that closed a card. */
  function hasAnswered(row: TurnRow): boolean {
    if (row.toolName !== cardToolName) return false;
    const read = readInput(row);
    const { data } = cardInput.safeParse(read.ok ? read.input : null);
    const answered = data && store.turn(data.card_id);
    return answered?.conversationId === row.conversationId && answered.toolState !== "card";
  }

  return (card) => {
    const turns = store.turnsOf(card.conversationId, card.id);
    const lastAnswer = Math.max(card.id, ...turns.filter(hasAnswered).map(({ id }) => id));
    return turns
      .filter(({ id, role, createdAt }) => role === "user" && id > lastAnswer && createdAt >= card.createdAt)
      .map(({ content }) => content)
      .reverse();
  };
}
