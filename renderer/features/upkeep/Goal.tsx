import { useState } from "react";
import type { Configs } from "../../../server/domains/configs/model.ts";
import { goalLimit, type Session } from "../../../server/domains/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { Section } from "../../ui/Section.tsx";
import { updateSession } from "../sessions/api.ts";
import { GoalVerdict } from "./GoalVerdict.tsx";
import { type GoalForm, goalChoices, goalForm, goalOf, isOwn, shownGoal } from "./goal.ts";
import { useChange } from "./use-change.ts";

interface EditorProps {
  goals: Configs["goals"];
  start: GoalForm;
  onSave(goal: string | null): void;
  onLeave(): void;
}

function GoalEditor({ goals, start, onSave, onLeave }: EditorProps) {
  const [form, setForm] = useState(start);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(goalOf(form));
      }}
    >
      <Choice
        // The person has just pressed Change.
        autoFocus
        aria-label="Goal"
        options={goalChoices(goals)}
        value={form.choice}
        onChoose={(choice) => setForm((before) => ({ ...before, choice }))}
      />
      {isOwn(form) && (
        <textarea
          aria-label="The goal in your own words"
          required
          maxLength={goalLimit}
          value={form.own}
          onChange={(event) => setForm((before) => ({ ...before, own: event.target.value }))}
          className="field field-sizing-content max-h-60 min-h-20"
        />
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" look="quiet" onClick={onLeave}>
          Leave it as it was
        </Button>
        <Button size="small" type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}

function GoalText({ goal, goals }: { goal: string; goals: Configs["goals"] }) {
  const { name, text } = shownGoal(goal, goals);
  return (
    <>
      {name !== null && <p className="font-medium">{name}</p>}
      <p className="line-clamp-4 wrap-anywhere whitespace-pre-line text-soft" title={text}>
        {text}
      </p>
    </>
  );
}

/** When the work counts as done, and what is looked at to tell. */
export function Goal({ session, configs }: { session: Session; configs: Configs }) {
  const [editing, setEditing] = useState(false);
  const { value, change, busy } = useChange({
    sessionId: session.id,
    current: session.goal,
    send: (goal) => updateSession(session.id, { goal }),
    refused: "The goal was not changed",
  });
  const { goals } = configs;
  const button = (
    <Button size="small" look="quiet" busy={busy} onClick={() => setEditing(true)}>
      Change
    </Button>
  );
  return (
    <Section title="Goal" aside={!editing && button}>
      {editing && (
        <GoalEditor
          goals={goals}
          start={goalForm(value, goals)}
          onLeave={() => setEditing(false)}
          onSave={(goal) => {
            setEditing(false);
            change(goal);
          }}
        />
      )}
      {!editing && value === null && <p className="text-soft">No goal is set.</p>}
      {!editing && value !== null && <GoalText goal={value} goals={goals} />}
      {!editing && !busy && session.goal_check !== null && <GoalVerdict check={session.goal_check} />}
    </Section>
  );
}
