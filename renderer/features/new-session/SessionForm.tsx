import { TriangleAlert } from "lucide-react";
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";
import type { TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { useAwayReason } from "../../lib/connection.ts";
import { matchesShortcut } from "../../lib/keyboard.ts";
import { CollapsibleFields } from "../../ui/CollapsibleFields.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { useAttachments } from "../composer/use-attachments.ts";
import { TrustQuestion } from "../repository-trust/TrustQuestion.tsx";
import { useClis } from "../settings/clis/api.ts";
import { AgentChips, GoalChip, SandboxChip } from "./AgentChips.tsx";
import { restoreForm } from "./form.ts";
import { MoreFields } from "./MoreFields.tsx";
import { Notes } from "./Notes.tsx";
import { keepDiscarded, useDiscarded } from "./new-session.store.ts";
import { OtherDraft } from "./OtherDraft.tsx";
import { PromptField } from "./PromptField.tsx";
import { recentPrompts, recentRepositories } from "./recent.ts";
import type { FormConfigs } from "./resolve-defaults.ts";
import { type FieldsProps, SourceChips } from "./SourceChips.tsx";
import { SubmitBar } from "./SubmitBar.tsx";
import { TemplatesButton } from "./TemplatesButton.tsx";
import { applyTemplate } from "./template-setup.ts";
import { text } from "./text.ts";
import { type RemoteBranches, useBranches } from "./use-configs.ts";
import { PartlyStarted, useCreate } from "./use-create.ts";
import { draftId, useClipboardPrompt, useForm } from "./use-form.ts";
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
    <ErrorAlert
      ref={panel}
      title={error instanceof PartlyStarted ? error.message : text.submit.failed}
      messages={errorMessages(error instanceof PartlyStarted ? error.cause : error)}
    />
  );
}

/** What most sessions need, as chips, and what is known about it. */
function Settings(props: FieldsProps & { remote: RemoteBranches }) {
  const { form, configs, change, remote } = props;
  return (
    <>
      <fieldset className="flex min-w-0 flex-wrap gap-1.5">
        <legend className="sr-only">{text.sections.settings}</legend>
        <SourceChips {...props} />
        <AgentChips {...props} />
        <GoalChip {...props} />
        <SandboxChip {...props} />
      </fieldset>
      {form.goal === "own" && (
        <textarea
          aria-label={text.goal.custom}
          className="field field-sizing-content min-h-20 shrink-0"
          placeholder={text.goal.placeholder}
          value={form.ownGoal}
          onChange={(event) => change((before) => ({ ...before, ownGoal: event.target.value }))}
        />
      )}
      <Notes form={form} configs={configs} remote={remote} />
    </>
  );
}

interface Props {
  configs: FormConfigs;
  /** What is on the board; the last prompts and repositories are offered again. */
  sessions: readonly Session[];
  /** Settings to start with, such as those of another session. */
  start: TemplateSetup | null;
  /** A prompt that was begun elsewhere, such as in the quick router. */
  prompt: string;
  onClose(): void;
}

/** The form and the acts on its draft. */
function useSessionForm({ configs, start, prompt, onClose }: Props) {
  const { form, change, clear, touched } = useForm(configs, { setup: start, prompt });
  const discarded = useDiscarded(({ draft }) => draft);
  const attachments = useAttachments(draftId());
  useClipboardPrompt(change);
  const clearAll = (): void => {
    clear();
    attachments.clear();
  };
  const creation = useCreate(() => {
    clearAll();
    onClose();
  });
  return {
    form,
    change,
    touched,
    attachments,
    creation,
    onDiscard: (): void => {
      keepDiscarded(JSON.stringify(form));
      clearAll();
    },
    // Whoever goes on writing has no use for it any more.
    onUndo:
      discarded === "" || touched
        ? undefined
        : () => {
            change(() => restoreForm(discarded, configs));
            keepDiscarded("");
          },
  };
}

export function SessionForm(props: Props) {
  // As they were when the form opened, so that its empty state stays what it is while sessions come and go.
  const [recent] = useState(() => ({
    prompts: recentPrompts(props.sessions),
    repositories: recentRepositories(props.sessions),
  }));
  const clis = useClis().data?.cli_status ?? null;
  const configs = useMemo(
    () => ({ ...props.configs, recentRepositories: recent.repositories, clis }),
    [props.configs, recent, clis],
  );
  const { form, change, touched, attachments, creation, onDiscard, onUndo } = useSessionForm({
    ...props,
    configs,
  });
  const [count, setCount] = useState(1);
  const remote = useBranches(repositoryOf(form, configs));
  const { files } = attachments;
  const problem = useAwayReason() ?? formProblem(form) ?? attachmentProblem(form, files.length);
  const submit = (event?: SubmitEvent): void => {
    event?.preventDefault();
    if (problem !== null || creation.isPending) return;
    creation.mutate(
      { request: toRequest(form, configs, remote.preset), files, count },
      // The next try is about the rest.
      { onError: (error) => error instanceof PartlyStarted && setCount(error.asked - error.started) },
    );
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
      className="flex min-h-0 flex-1 flex-col"
    >
      {/* What is sent stays what it is until it was accepted. */}
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        <fieldset disabled={creation.isPending} className="flex min-w-0 flex-col gap-3">
          {!touched && <OtherDraft onContinue={(draft) => change(() => restoreForm(draft, configs))} />}
          <Refusal error={creation.error} />
          <PromptField {...fields} attachments={attachments} recentPrompts={recent.prompts} />
          <Settings {...fields} remote={remote} />
          <TrustQuestion gitRoot={repositoryOf(form, configs)} />
          <Warnings sentences={warningsFor(form, configs, { clis, branches: remote.branches })} />
          <CollapsibleFields summary={text.sections.more}>
            <MoreFields {...fields} />
          </CollapsibleFields>
          <div>
            <TemplatesButton
              form={form}
              onUse={(setup) => change((before) => applyTemplate(before, setup, configs))}
            />
          </div>
        </fieldset>
      </div>
      <SubmitBar
        problem={problem}
        busy={creation.isPending}
        count={count}
        onCountChange={setCount}
        onDiscard={touched || files.length > 0 ? onDiscard : undefined}
        onUndo={onUndo}
        startsNothing={!form.cloneOnly && form.prompt.trim() === ""}
      />
    </form>
  );
}
