import { useEffect, useRef } from "react";
import type {
  ConversationTurn,
  LiveConversationWithTurns,
} from "../../../server/domains/live/conversations/model.ts";
import { TalkCard } from "./TalkCard.tsx";
import { TalkTool } from "./TalkTool.tsx";
import { useTalk } from "./talk.store.ts";
import { text } from "./text.ts";

interface LineProps {
  who: string;
  words: string;
  isPartial?: boolean;
  /** What an interruption cut off. */
  unheard?: string | null;
}

function Line({ who, words, isPartial = false, unheard = null }: LineProps) {
  const isYours = who === text.you;
  const side = isYours ? "self-end bg-accent-soft" : "self-start bg-sunken";
  return (
    <p className={`max-w-[88%] rounded-lg px-3 py-2 text-sm break-words whitespace-pre-wrap ${side}`}>
      <span className="sr-only">{who}: </span>
      <span className={isPartial ? "text-faint" : "text-ink"}>{words}</span>
      {unheard !== null && (
        <>
          {" "}
          <span className="sr-only">{text.unheard}: </span>
          <s className="text-faint">{unheard}</s>
        </>
      )}
    </p>
  );
}

function Turn({ turn, conversationId }: { turn: ConversationTurn; conversationId: number }) {
  if (turn.card) return <TalkCard turn={turn} card={turn.card} conversationId={conversationId} />;
  if (turn.role === "tool") return <TalkTool turn={turn} />;
  const who = turn.role === "user" ? text.you : text.it;
  return (
    <>
      <Line
        who={who}
        words={
          turn.interrupted && turn.unheard === null ? `${turn.content} ${text.interrupted}` : turn.content
        }
        unheard={turn.unheard}
      />
      {turn.reply === "failed" && (
        <p className="max-w-[88%] self-start text-sm text-failed">
          {text.noAnswer} {turn.reply_error}
        </p>
      )}
    </>
  );
}

/** What is being said or written now; it follows as rows. */
function Partials({ turns }: { turns: readonly ConversationTurn[] }) {
  const partials = useTalk((state) => state.partials);
  const writing = useTalk((state) => state.writing);
  const waiting = turns.some(({ reply }) => reply === "pending");
  return (
    <>
      {partials
        .filter(({ text: words }) => words !== "")
        .map(({ id, role, text: words }) => (
          <Line key={id} who={role === "user" ? text.you : text.it} words={words} isPartial />
        ))}
      {writing !== null && writing.text !== "" && <Line who={text.it} words={writing.text} isPartial />}
      {waiting && (writing === null || writing.text === "") && (
        <p className="self-start px-3 text-sm text-faint">{text.writing}</p>
      )}
    </>
  );
}

function Empty() {
  return (
    <div className="m-auto max-w-64 text-center">
      <p className="text-sm font-medium">{text.empty.title}</p>
      <p className="mt-1 text-sm text-soft">{text.empty.hint}</p>
    </div>
  );
}

/** The conversation in the order in which it was said. */
export function TalkTranscript({ conversation }: { conversation: LiveConversationWithTurns | null }) {
  const end = useRef<HTMLDivElement>(null);
  const turns = conversation?.turns ?? [];
  const partials = useTalk((state) => state.partials);
  const writing = useTalk((state) => state.writing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is added
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [turns.length, partials, writing]);
  const spoken = turns.findLast(({ role, content }) => role === "assistant" && content !== "");
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-3">
      {conversation === null || (turns.length === 0 && partials.length === 0) ? <Empty /> : null}
      {conversation !== null &&
        turns.map((turn) => <Turn key={turn.id} turn={turn} conversationId={conversation.id} />)}
      <Partials turns={turns} />
      {conversation?.error_message != null && (
        <p className="self-start text-sm text-failed">{conversation.error_message}</p>
      )}
      {conversation?.status === "ended" && turns.length > 0 && (
        <p className="self-center text-xs text-faint">{text.ended}</p>
      )}
      <p aria-live="polite" className="sr-only">
        {spoken?.content}
      </p>
      <div ref={end} />
    </div>
  );
}
