import { Link, useNavigate } from "@tanstack/react-router";
import type { SubmitEvent } from "react";
import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { matchesShortcut } from "../../lib/keyboard.ts";
import { Button } from "../../ui/Button.tsx";
import { CollapsibleFields } from "../../ui/CollapsibleFields.tsx";
import { DraftNote } from "../../ui/DraftNote.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { FieldGroup } from "../../ui/FieldGroup.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { toastSuccess, toastWarning } from "../../ui/toasts.ts";
import { useSaveTrigger } from "./api.ts";
import { ConditionsEditor } from "./ConditionsEditor.tsx";
import { sentenceOf } from "./conditions/sentence.ts";
import { text as conditionText } from "./conditions/text.ts";
import { type TriggerForm as Form, missing, rootOptions, toRequest } from "./form.ts";
import { GoalField, MoreFields, ReuseFields } from "./SessionFields.tsx";
import { Starters } from "./Starters.tsx";
import { TemplateField } from "./TemplateField.tsx";
import { text } from "./text.ts";
import { useForm } from "./use-form.ts";

const noRoots = text.form.noRoots;

/** The trigger as one sentence. */
const wholeSentence = ({ conditions, root, reuse }: Form): string =>
  (reuse ? conditionText.sentence.continues : conditionText.sentence.whole)(
    conditions.map(sentenceOf),
    root || "…",
  );

interface Props {
  configs: Configs;
  /** Null for a new trigger. */
  trigger: Trigger | null;
}

/** Saves the trigger, shows warnings and opens its page. */
function useSubmit({ trigger }: Props, form: Form, onSaved: () => void) {
  const navigate = useNavigate();
  const { mutate, error, isPending } = useSaveTrigger(trigger?.id ?? null);
  const problem = missing(form);
  const submit = (): void => {
    if (problem !== null || isPending) return;
    mutate(toRequest(form, trigger), {
      onSuccess({ trigger: saved, warnings = [] }) {
        onSaved();
        if (warnings.length > 0) toastWarning(text.form.saved, { description: warnings.join(" ") });
        else toastSuccess(text.form.saved);
        void navigate({ to: "/triggers/$id", params: { id: String(saved.id) } });
      },
    });
  };
  return { submit, error, busy: isPending, problem };
}

export function TriggerForm(props: Props) {
  const { configs, trigger } = props;
  const { form, change, discard, restored } = useForm(trigger, configs);
  const { submit, error, busy, problem } = useSubmit(props, form, discard);
  const fields = { form, configs, change };
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (matchesShortcut(event, "mod+enter")) submit();
      }}
      className="mx-auto flex min-h-full w-full max-w-3xl flex-col gap-4 px-4 pt-4"
    >
      <PageTitle>{trigger ? text.form.edit(trigger.name) : text.form.new}</PageTitle>
      {trigger === null && form.template === "" && <Starters change={change} />}
      {restored && (
        <div>
          <DraftNote onDiscard={discard} />
          {restored.outdated && <p className="text-xs text-needs">{text.form.outdated}</p>}
        </div>
      )}
      {error && <ErrorAlert title={text.form.failed} messages={errorMessages(error)} />}
      <FieldGroup title={text.form.whatTitle}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={text.form.name}>
            {(ids) => (
              <input
                {...ids}
                required
                maxLength={255}
                className="field"
                value={form.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
          <SelectField
            label={text.form.root}
            options={rootOptions(configs, form.root)}
            value={form.root}
            onValueChange={(root) => change({ root })}
            hint={configs.agent_roots.length === 0 ? noRoots : null}
          />
        </div>
        <TemplateField form={form} change={change} />
        <GoalField {...fields} />
      </FieldGroup>
      <FieldGroup title={text.form.whenTitle}>
        <p aria-live="polite" className="text-sm wrap-anywhere">
          {wholeSentence(form)}
        </p>
        <ConditionsEditor form={form} change={change} />
        <ReuseFields form={form} change={change} />
      </FieldGroup>
      <CollapsibleFields summary={text.form.more}>
        <MoreFields {...fields} />
      </CollapsibleFields>
      <footer className="sticky bottom-0 -mx-4 mt-auto flex items-center gap-3 border-t border-line bg-canvas px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <p aria-live="polite" className="flex-1 text-xs text-faint">
          {problem}
        </p>
        <Link to="/triggers" onClick={discard} className="text-sm text-soft hover:text-ink">
          {text.form.cancel}
        </Link>
        <Button variant="primary" type="submit" busy={busy} disabled={problem !== null}>
          {text.form.save}
        </Button>
      </footer>
    </form>
  );
}
