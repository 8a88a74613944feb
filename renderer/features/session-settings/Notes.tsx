import { useId } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { DraftNote } from "../../ui/DraftNote.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Section } from "../../ui/Section.tsx";
import { lengthCounter } from "./notes.ts";
import { text } from "./text.ts";
import { useNotes } from "./use-notes.ts";

/** A person's notes, which the agent reads too. */
export function Notes({ session }: { session: Session }) {
  const hint = useId();
  const { value, write, save, discard, restored, state, refused } = useNotes(session);
  const edited = session.session_notes_updated_at;
  const count = lengthCounter(value.length);
  return (
    <Section
      title={text.notes.title}
      action={count !== null && <span className="text-xs text-faint">{count}</span>}
    >
      <textarea
        aria-label={text.notes.title}
        aria-describedby={hint}
        aria-invalid={refused || undefined}
        value={value}
        onChange={(event) => write(event.target.value)}
        onBlur={() => !restored && save()}
        className="field field-sizing-content max-h-60 min-h-16"
      />
      <p id={hint} className="text-xs text-faint">
        {text.notes.hint}
      </p>
      <p role="status" className={`text-xs ${refused ? "text-failed" : "text-faint"}`}>
        {state}
        {state === "" && edited !== null && (
          <>
            {text.notes.edited} <RelativeTime instant={edited} spoken />
          </>
        )}
      </p>
      {restored && <DraftNote className="mt-1" onSave={save} onDiscard={discard} />}
    </Section>
  );
}
