import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { sayRefused } from "../../ui/toasts.ts";
import { updateSession } from "../sessions/api.ts";
import { storeSession } from "../sessions/session-cache.ts";

const titleLimit = 100;

/** The title, which becomes a field when pressed. Enter or leaving keeps the change, Escape drops it. */
export function TitleEditor({ session }: { session: Session }) {
  const client = useQueryClient();
  const [text, setText] = useState<string | null>(null);
  const rename = useMutation({
    mutationFn: (title: string) => updateSession(session.id, { title }),
    onSuccess: (answer) => {
      storeSession(client, answer.session);
      setText(null);
    },
    onError: (error) => sayRefused("The title was not changed", error),
  });
  const finish = (): void => {
    const title = text?.trim() ?? "";
    if (title === "" || title === session.title) return setText(null);
    if (!rename.isPending) rename.mutate(title);
  };
  if (text === null) {
    return (
      <h1 className="min-w-0 text-lg leading-tight font-semibold">
        <button
          type="button"
          title={`${session.title} (press to rename)`}
          onClick={() => setText(session.title)}
          className="-mx-1 line-clamp-2 rounded-sm px-1 text-start hover:bg-hover md:line-clamp-1"
        >
          {session.title}
        </button>
      </h1>
    );
  }
  return (
    <input
      // The person has just pressed the title.
      autoFocus
      aria-label="Title"
      value={text}
      maxLength={titleLimit}
      readOnly={rename.isPending}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === "Enter") finish();
        if (event.key === "Escape") setText(null);
      }}
      className="field -my-0.5 max-w-xl text-lg font-semibold"
    />
  );
}
