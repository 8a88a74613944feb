import { useMutation } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { LiveConversation } from "../../../server/domains/live/conversations/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { sendMessage, setMode, startConversation } from "./api.ts";
import { endCall } from "./call.ts";
import { isOpen } from "./conversation-state.ts";
import { setTalk, useTalk } from "./talk.store.ts";
import { text } from "./text.ts";

/** Sends in the open conversation, else in a new one; what is spoken stops first. */
async function send(conversation: LiveConversation | null, content: string): Promise<void> {
  if (!isOpen(conversation)) {
    const { id } = await startConversation("text");
    await sendMessage(id, content);
    return;
  }
  if (conversation.voice) await setMode(conversation.id, "text");
  await sendMessage(conversation.id, content);
}

/** The field to type in, also when speaking does not work. */
export function TalkComposer({
  conversation,
  onSent,
}: {
  conversation: LiveConversation | null;
  onSent(): void;
}) {
  const [content, setContent] = useState("");
  const inCall = useTalk((state) => state.phase !== "off");
  const sending = useMutation({
    mutationFn: (words: string) => send(conversation, words),
    onSuccess: () => setContent(""),
    onError: (error) => setTalk({ problem: errorMessages(error).join(" ") }),
    onSettled: onSent,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const words = content.trim();
    if (words === "" || sending.isPending) return;
    setTalk({ problem: null, notice: null });
    if (inCall) endCall();
    sending.mutate(words);
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-2">
      <input
        aria-label={text.field}
        placeholder={inCall ? text.typeInstead : text.placeholder}
        value={content}
        maxLength={8_000}
        onChange={(event) => setContent(event.target.value)}
        className="field min-w-0 flex-1"
      />
      <IconButton
        type="submit"
        variant="primary"
        label={text.send}
        busy={sending.isPending}
        disabled={content.trim() === ""}
      >
        <ArrowUp aria-hidden className="size-4" />
      </IconButton>
    </form>
  );
}
