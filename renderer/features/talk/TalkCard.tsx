import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConversationTurn, LiveCard } from "../../../server/domains/live/conversations/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { useSecond } from "../../lib/second-clock.ts";
import { Button } from "../../ui/Button.tsx";
import { answerCard } from "./api.ts";
import { reportAct } from "./call.ts";
import { text } from "./text.ts";

function OpenCard({
  turn,
  card,
  conversationId,
}: {
  turn: ConversationTurn;
  card: LiveCard;
  conversationId: number;
}) {
  const client = useQueryClient();
  const now = useSecond();
  const left = Math.max(0, Math.ceil((Date.parse(card.expires_at) - now) / 1_000));
  const answer = useMutation({
    mutationFn: (said: "do_it" | "no") => answerCard(conversationId, turn.id, said),
    onSuccess({ turn: answered }, said) {
      const output = answered.tool_error ?? answered.tool_output ?? "";
      reportAct(said === "no" ? text.card.refused(card.act) : text.card.done(card.act, output));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["live_conversation"] }),
  });
  if (left === 0) return <p className="mt-2 text-xs text-soft">{text.card.states.expired}</p>;
  return (
    <>
      <div className="mt-2.5 flex items-center gap-2">
        <Button variant="primary" busy={answer.isPending} onClick={() => answer.mutate("do_it")}>
          {text.card.doIt}
        </Button>
        <Button disabled={answer.isPending} onClick={() => answer.mutate("no")}>
          {text.card.no}
        </Button>
        <span className="ms-auto text-xs text-soft tabular-nums">{text.card.left(left)}</span>
      </div>
      {answer.error && <p className="mt-2 text-xs text-failed">{errorMessages(answer.error).join(" ")}</p>}
    </>
  );
}

/** An act that waits for the person's yes. */
export function TalkCard(props: { turn: ConversationTurn; card: LiveCard; conversationId: number }) {
  const { card, turn } = props;
  return (
    <section
      aria-label={text.card.heading}
      className="w-full rounded-lg border border-line-strong bg-raised p-3 text-sm"
    >
      <p className="font-medium break-words">{card.act}</p>
      <p className="mt-0.5 text-xs text-soft">{text.card.reasons[card.reason]}</p>
      {card.state === "open" ? (
        <OpenCard {...props} />
      ) : (
        <p
          className={`mt-2 text-xs ${card.state === "done" && turn.tool_error === null ? "text-running" : "text-soft"}`}
        >
          {turn.tool_error ?? text.card.states[card.state]}
        </p>
      )}
    </section>
  );
}
