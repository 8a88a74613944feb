import { TriangleAlert } from "lucide-react";
import { type SubmitEvent, useEffect, useRef } from "react";
import type { TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { useAwayReason } from "../../lib/connection.ts";
import { isMac, matchesShortcut, shortcutParts } from "../../lib/keyboard.ts";
import { Button } from "../../ui/Button.tsx";
import { CollapsibleFields } from "../../ui/CollapsibleFields.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { FieldGroup } from "../../ui/FieldGroup.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { useAttachments } from "../composer/use-attachments.ts";
import { TrustQuestion } from "../repository-trust/TrustQuestion.tsx";
import { useClis } from "../settings/clis/api.ts";
import { AgentFields, GoalField } from "./AgentFields.tsx";
import { restoreForm } from "./form.ts";
import { MoreFields } from "./MoreFields.tsx";
import { OtherDraft } from "./OtherDraft.tsx";
import { PromptField } from "./PromptField.tsx";
import type { FormConfigs } from "./resolve-defaults.ts";
import { SourceFields } from "./SourceFields.tsx";
import { TemplatesButton } from "./TemplatesButton.tsx";
import { applyTemplate } from "./template-setup.ts";
import { text } from "./text.ts";
import { useBranches } from "./use-configs.ts";
import { draftId, useClipboardPrompt, useCreate, useForm } from "./use-form.ts";
import { attachmentProblem, formProblem, repositoryOf, toRequest } from "./view-model.ts";
import { warningsFor } from "./warnings.ts";

function Warnings({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-lg border border-needs-dot/35 bg-needs-soft px-3 py-2 text-needs">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {sentence}
        </li>
      ))}
    </ul>
  );
}

/** Moves the focus to an error when one appears. */
function Refusal({ error }: { error: Error | null }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) panel.current?.focus();
  }, [error]);
  return error === null ? null : (
    <ErrorAlert ref={panel} title={text.submit.failed} messages={errorMessages(error)} />
  );
}

interface BarProps {
  problem: string | null;
  busy: boolean;
  onClear: (() => void) | undefined;
  startsNothing: boolean;
}

function SubmitBar({ problem, busy, onClear, startsNothing }: BarProps) {
  const keys = shortcutParts("mod+enter", isMac()).join("+");
  const idle = startsNothing ? text.submit.noPromptHint : text.submit.shortcutHint(keys);
  return (
    <footer className="sticky bottom-0 -mx-4 mt-auto flex items-center gap-3 border-t border-line bg-canvas px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <p aria-live="polite" className="flex-1 text-xs text-faint">
        {problem ?? idle}
      </p>
      {onClear && (
        <Button variant="quiet" onClick={onClear}>
          {text.submit.discard}
        </Button>
      )}
      <Button variant="primary" type="submit" busy={busy} disabled={problem !== null}>
        {text.submit.start}
      </Button>
    </footer>
  );
}

interface Props {
  configs: FormConfigs;
  /** Settings to start with, such as those of another session. */
  start: TemplateSetup | null;
  /** A prompt that was begun elsewhere, such as in the quick router. */
  prompt: string;
}

export function SessionForm({ configs, start, prompt }: Props) {
  const { form, change, clear, touched } = useForm(configs, { setup: start, prompt });
  useClipboardPrompt(change);
  const remote = useBranches(repositoryOf(form, configs));
  const clis = useClis().data?.cli_status ?? null;
  const attachments = useAttachments(draftId());
  const { files } = attachments;
  const clearAll = (): void => {
    clear();
    attachments.clear();
  };
  const discardDraft = (): void => {
    clearAll();
    toastSuccess(text.submit.discarded, { undo: () => change(() => form) });
  };
  const { mutate, isPending, error } = useCreate(clearAll);
  const problem = useAwayReason() ?? formProblem(form) ?? attachmentProblem(form, files.length);
  const submit = (event?: SubmitEvent): void => {
    event?.preventDefault();
    if (problem === null && !isPending) mutate({ request: toRequest(form, configs, remote.preset), files });
  };
  const fields = { form, configs, change };
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // Dialogs opened from the form bubble to it through React, although they lie elsewhere on the page.
        const isInside = event.currentTarget.contains(event.target as Node);
        if (isInside && matchesShortcut(event, "mod+enter")) submit();
      }}
      className="mx-auto flex min-h-full w-full max-w-3xl flex-col gap-4 px-4 pt-4"
    >
      <header className="flex items-center justify-between gap-3">
        <PageTitle>{text.title}</PageTitle>
        <TemplatesButton
          form={form}
          onUse={(setup) => change((before) => applyTemplate(before, setup, configs))}
        />
      </header>
      {!touched && <OtherDraft onContinue={(text) => change(() => restoreForm(text, configs))} />}
      <Refusal error={error} />
      <PromptField {...fields} attachments={attachments} />
      <FieldGroup title={text.sections.source}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SourceFields {...fields} remote={remote} />
        </div>
        <TrustQuestion gitRoot={repositoryOf(form, configs)} />
      </FieldGroup>
      <FieldGroup title={text.sections.agent}>
        <div className="grid gap-4 sm:grid-cols-3">
          <AgentFields {...fields} />
        </div>
        <GoalField {...fields} />
      </FieldGroup>
      <Warnings sentences={warningsFor(form, configs, { clis, branches: remote.branches })} />
      <CollapsibleFields summary={text.sections.more}>
        <MoreFields {...fields} />
      </CollapsibleFields>
      <SubmitBar
        problem={problem}
        busy={isPending}
        onClear={touched || files.length > 0 ? discardDraft : undefined}
        startsNothing={!form.cloneOnly && form.prompt.trim() === ""}
      />
    </form>
  );
}
