import { ChevronRight, TriangleAlert } from "lucide-react";
import { type SubmitEvent, useEffect, useRef } from "react";
import type { Configs } from "../../../server/domains/configs/model.ts";
import { sentencesOf } from "../../lib/api-error.ts";
import { isMac, matchesShortcut, shortcutParts } from "../../lib/keyboard.ts";
import { Button } from "../../ui/Button.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { useAttachments } from "../composer/use-attachments.ts";
import { AgentFields, GoalField } from "./AgentFields.tsx";
import { MoreFields } from "./MoreFields.tsx";
import { PromptField } from "./PromptField.tsx";
import { SourceFields } from "./SourceFields.tsx";
import { draftId, useCreate, useForm } from "./use-form.ts";
import { missing, missingBeside, serverWarnings, toRequest } from "./view-model.ts";

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

/** Moves the focus to a refusal when one comes. */
function Refusal({ error }: { error: Error | null }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) panel.current?.focus();
  }, [error]);
  return error === null ? null : (
    <Problem ref={panel} title="The session was not created" sentences={sentencesOf(error)} />
  );
}

interface BarProps {
  lack: string | null;
  busy: boolean;
  onClear: (() => void) | undefined;
  startsNothing: boolean;
}

function SubmitBar({ lack, busy, onClear, startsNothing }: BarProps) {
  const keys = shortcutParts("mod+enter", isMac()).join("+");
  const idle = startsNothing
    ? "Without a prompt the session waits for your first message."
    : `${keys} starts it.`;
  return (
    <footer className="sticky bottom-0 -mx-4 mt-auto flex items-center gap-3 border-t border-line bg-canvas px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <p aria-live="polite" className="flex-1 text-xs text-faint">
        {lack ?? idle}
      </p>
      {onClear && (
        <Button look="quiet" onClick={onClear}>
          Discard the draft
        </Button>
      )}
      <Button look="primary" type="submit" busy={busy} disabled={lack !== null}>
        Start session
      </Button>
    </footer>
  );
}

export function SessionForm({ configs }: { configs: Configs }) {
  const { form, change, clear, touched } = useForm(configs);
  const attachments = useAttachments(draftId);
  const { files } = attachments;
  const clearAll = (): void => {
    clear();
    attachments.clear();
  };
  const { mutate, isPending, error } = useCreate(clearAll);
  const lack = missing(form) ?? missingBeside(form, files.length);
  const submit = (event?: SubmitEvent): void => {
    event?.preventDefault();
    if (lack === null && !isPending) mutate({ request: toRequest(form, configs), files });
  };
  const fields = { form, configs, change };
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (matchesShortcut(event, "mod+enter")) submit();
      }}
      className="mx-auto flex min-h-full w-full max-w-3xl flex-col gap-4 px-4 pt-5"
    >
      <h1 className="text-xl font-semibold">New session</h1>
      <Refusal error={error} />
      <PromptField {...fields} attachments={attachments} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SourceFields {...fields} />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <AgentFields {...fields} />
      </div>
      <GoalField {...fields} />
      <Warnings sentences={serverWarnings(form, configs)} />
      <details className="group rounded-lg border border-line bg-surface px-3 py-2">
        <summary className="flex list-none items-center gap-1.5 text-sm font-medium">
          <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
          More
          <span className="font-normal text-faint">Title, subdirectory, class, equipment</span>
        </summary>
        <MoreFields {...fields} />
      </details>
      <SubmitBar
        lack={lack}
        busy={isPending}
        onClear={touched || files.length > 0 ? clearAll : undefined}
        startsNothing={!form.cloneOnly && form.prompt.trim() === ""}
      />
    </form>
  );
}
