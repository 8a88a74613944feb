import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { CaptureGap, HumanMessage } from "../../../server/domains/sessions/human-messages/model.ts";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { type MessageEntry, newestFirst, noneFound } from "./view-model.ts";

const initiallyShown = 3;

const sessionLink = (id: number) => ({ to: "/sessions/$id", params: { id: String(id) } }) as const;

function Message({ message }: { message: MessageEntry }) {
  const { origin, author, author_display_name, channel_label, authored_in, authored_in_session_id } = message;
  return (
    <li className="border-s-2 border-line ps-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-faint">
        <span className="font-medium text-ink" title={author}>
          {author_display_name}
        </span>
        <span>{channel_label}</span>
        <RelativeTime instant={message.occurred_at} spoken />
      </p>
      <p className="line-clamp-4 wrap-anywhere whitespace-pre-line">{message.content}</p>
      {origin === "elsewhere" && (
        <p className="text-xs text-faint">
          in{" "}
          <Link {...sessionLink(authored_in_session_id)} className="text-accent hover:underline">
            {authored_in}
          </Link>
        </p>
      )}
    </li>
  );
}

function Gap({ gap }: { gap: CaptureGap }) {
  return (
    <li className="flex gap-2 rounded-md border border-needs-dot/40 bg-needs-soft p-2 text-xs">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-needs" />
      <div className="min-w-0">
        <p className="font-medium text-needs">{gap.channel_label} is not monitored</p>
        <p className="wrap-anywhere">{gap.reason}</p>
        <p className="mt-1 wrap-anywhere">{gap.remedy}</p>
        <p className="flex flex-wrap gap-x-2">
          {gap.session_ids.map((id) => (
            <Link key={id} {...sessionLink(id)} className="text-accent hover:underline">
              Session {id}
            </Link>
          ))}
        </p>
      </div>
    </li>
  );
}

interface Props {
  messages: readonly HumanMessage[];
  gaps: readonly CaptureGap[];
}

/** The human messages of a session and its related sessions, and the channels that are not monitored. */
export function HumanMessages({ messages, gaps }: Props) {
  const [all, setAll] = useState(false);
  const sorted = newestFirst(messages);
  const shown = all ? sorted : sorted.slice(0, initiallyShown);
  return (
    <div className="flex flex-col gap-2.5">
      {gaps.length > 0 && (
        <ul aria-label="Unmonitored channels" className="flex flex-col gap-2">
          {gaps.map((gap) => (
            <Gap key={gap.genesis} gap={gap} />
          ))}
        </ul>
      )}
      {sorted.length === 0 && <p className="text-soft">{noneFound}</p>}
      {sorted.length > 0 && (
        <ol aria-label="Human messages, newest first" className="flex flex-col gap-2.5">
          {shown.map((message) => (
            <Message key={message.key} message={message} />
          ))}
        </ol>
      )}
      {sorted.length > shown.length && (
        <Button size="small" variant="quiet" onClick={() => setAll(true)}>
          Show {sorted.length - shown.length} more
        </Button>
      )}
    </div>
  );
}
