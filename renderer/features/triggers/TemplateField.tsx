import { TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { promptLimit } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { usePreview } from "./api.ts";
import type { ChangeTrigger, TriggerForm } from "./form.ts";
import { PromptPreview } from "./InvokeDialog.tsx";
import { fenced, placeholders, placeholderText, samples } from "./view-model.ts";

interface Props {
  form: TriggerForm;
  change: ChangeTrigger;
}

function Placeholders({ onPick }: { onPick(name: string): void }) {
  return (
    <dl className="flex flex-col gap-1.5">
      {placeholders.map(({ note, names }) => (
        <div key={note} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <dt className="text-2xs text-faint">{note}</dt>
          {names.map((name) => (
            <dd key={name}>
              <button
                type="button"
                onClick={() => onPick(name)}
                className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-mono text-2xs text-soft hover:bg-hover hover:text-ink pointer-coarse:py-2"
              >
                {name}
              </button>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Whoever fires the trigger writes these values, and the agent would take them for the owner's words. */
function Unfenced({ names, onFence }: { names: readonly string[]; onFence(): void }) {
  if (names.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-needs-dot/35 bg-needs-soft px-3 py-2 text-sm text-needs"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        {names.join(", ")} {names.length === 1 ? "comes" : "come"} from outside and would read like your own
        words. Add |untrusted so that the agent treats the text as data.
      </p>
      <Button size="small" onClick={onFence}>
        Fence {names.length === 1 ? "it" : "them"}
      </Button>
    </div>
  );
}

/** The prompt with its places, and what becomes of it. */
export function TemplateField({ form, change }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { template } = form;
  const preview = usePreview(template, samples);
  const insert = (name: string): void => {
    const { selectionStart: from = template.length, selectionEnd: to = from } = field.current ?? {};
    change({ template: template.slice(0, from) + placeholderText(name) + template.slice(to) });
    field.current?.focus();
  };
  const shown = template.trim() === "" ? undefined : preview.data;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Prompt"
        hint="Placeholders are filled in when the trigger fires. Select one to insert it."
      >
        {(ids) => (
          <textarea
            {...ids}
            ref={field}
            required
            maxLength={promptLimit}
            className="field field-sizing-content max-h-96 min-h-32 font-mono text-xs"
            value={template}
            onChange={(event) => change({ template: event.target.value })}
          />
        )}
      </Field>
      <Placeholders onPick={insert} />
      <Unfenced
        names={shown?.unfenced ?? []}
        onFence={() => change({ template: fenced(template, shown?.unfenced ?? []) })}
      />
      <PromptPreview text={shown?.prompt ?? ""} />
    </div>
  );
}
