import { useState } from "react";
import { goalLimit, type Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { sessionDraft } from "../../lib/draft-rules.ts";
import { readDraft, saveDraft } from "../../lib/drafts.ts";
import { Button } from "../../ui/Button.tsx";
import { DraftNote } from "../../ui/DraftNote.tsx";
import { Section } from "../../ui/Section.tsx";
import { Select } from "../../ui/Select.tsx";
import { updateSession } from "../sessions/api.ts";
import { GoalVerdict } from "./GoalVerdict.tsx";
import {
  customGoal,
  type GoalForm,
  goalChoices,
  goalForm,
  goalOf,
  isCustom,
  isLong,
  shownGoal,
} from "./goal.ts";
import { text } from "./text.ts";
import { useSessionSetting } from "./use-session-setting.ts";

interface EditorProps {
  goals: Configs["goals"];
  /** The goal as saved. */
  stored: GoalForm;
  draftId: string;
  /** Focus the field, but not for a restored draft. */
  focused: boolean;
  onSave(goal: string | null): void;
  onLeave(): void;
}

/** Edits the goal. A custom goal is a draft until the service has saved it. */
function GoalEditor({ goals, stored, draftId, focused, onSave, onLeave }: EditorProps) {
  const [draft] = useState(() => readDraft(draftId));
  const [form, setForm] = useState(draft === "" ? stored : customGoal(draft));
  const [restored, setRestored] = useState(draft !== "");
  const change = (part: Partial<GoalForm>): void => {
    const next = { ...form, ...part };
    setForm(next);
    setRestored(false);
    saveDraft(draftId, next.own === stored.own ? "" : next.own);
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(goalOf(form));
      }}
    >
      <Select
        autoFocus={focused}
        aria-label={text.goal.title}
        options={goalChoices(goals)}
        value={form.choice}
        onValueChange={(choice) => change({ choice })}
      />
      {isCustom(form) && (
        <textarea
          aria-label={text.goal.custom}
          required
          maxLength={goalLimit}
          value={form.own}
          onChange={(event) => change({ own: event.target.value })}
          className="field field-sizing-content max-h-60 min-h-20"
        />
      )}
      {restored && <DraftNote onDiscard={onLeave} />}
      <div className="flex justify-end gap-2">
        <Button size="small" variant="quiet" onClick={onLeave}>
          {text.goal.cancel}
        </Button>
        <Button size="small" type="submit">
          {text.goal.save}
        </Button>
      </div>
    </form>
  );
}

function GoalText({ goal, goals }: { goal: string; goals: Configs["goals"] }) {
  const { name, description } = shownGoal(goal, goals);
  const [whole, setWhole] = useState(!isLong(description));
  return (
    <>
      {name !== null && <p className="font-medium">{name}</p>}
      <p className={`wrap-anywhere whitespace-pre-line text-soft ${whole ? "" : "line-clamp-4"}`}>
        {description}
      </p>
      {isLong(description) && (
        <Button size="small" variant="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? text.goal.less : text.goal.more}
        </Button>
      )}
    </>
  );
}

/** When the work counts as done, and how that is checked. */
export function Goal({ session, configs }: { session: Session; configs: Configs }) {
  const draftId = sessionDraft(session.id, "goal");
  const [editing, setEditing] = useState<"pressed" | "restored" | null>(() =>
    readDraft(draftId) === "" ? null : "restored",
  );
  const { value, change, busy } = useSessionSetting({
    sessionId: session.id,
    current: session.goal,
    send: (goal) => updateSession(session.id, { goal }),
    refused: text.goal.failed,
    onSaved: () => saveDraft(draftId, ""),
  });
  const { goals } = configs;
  const button = (
    <Button size="small" variant="quiet" busy={busy} onClick={() => setEditing("pressed")}>
      {text.goal.change}
    </Button>
  );
  return (
    <Section title={text.goal.title} action={editing === null && button}>
      {editing !== null && (
        <GoalEditor
          goals={goals}
          stored={goalForm(value, goals)}
          draftId={draftId}
          focused={editing === "pressed"}
          onLeave={() => {
            saveDraft(draftId, "");
            setEditing(null);
          }}
          onSave={(goal) => {
            setEditing(null);
            change(goal);
          }}
        />
      )}
      {editing === null && value === null && <p className="text-soft">{text.goal.none}</p>}
      {editing === null && value !== null && <GoalText key={value} goal={value} goals={goals} />}
      {editing === null && !busy && session.goal_check !== null && <GoalVerdict check={session.goal_check} />}
    </Section>
  );
}
