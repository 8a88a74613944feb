import { useId } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { DraftNote } from "../../ui/DraftNote.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Section } from "../../ui/Section.tsx";
import { lengthCounter } from "./notes.ts";
import { useNotes } from "./use-notes.ts";

/** What the person notes for themselves and the agent. */
export function Notes({ session }: { session: Session }) {
  const hint = useId();
  const { text, write, save, discard, restored, state, refused } = useNotes(session);
  const edited = session.session_notes_updated_at;
  const count = lengthCounter(text.length);
  return (
    <Section title="Notes" action={count !== null && <span className="text-xs text-faint">{count}</span>}>
      <textarea
        aria-label="Notes"
        aria-describedby={hint}
        aria-invalid={refused || undefined}
        value={text}
        onChange={(event) => write(event.target.value)}
        onBlur={() => !restored && save()}
        className="field field-sizing-content max-h-60 min-h-16"
      />
      <p id={hint} className="text-xs text-faint">
        The agent reads your notes with every prompt.
      </p>
      <p role="status" className={`text-xs ${refused ? "text-failed" : "text-faint"}`}>
        {state}
        {state === "" && edited !== null && (
          <>
            Edited <RelativeTime instant={edited} spoken />
          </>
        )}
      </p>
      {restored && <DraftNote className="mt-1" onSave={save} onDiscard={discard} />}
    </Section>
  );
}
