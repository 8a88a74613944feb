import { TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { promptLimit } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { usePreview } from "./api.ts";
import { filledBy } from "./conditions/sentence.ts";
import type { ChangeTrigger, TriggerForm } from "./form.ts";
import { PromptPreview } from "./InvokeDialog.tsx";
import { text } from "./text.ts";
import { markUntrusted, placeholderGroups, placeholderText, sampleValues } from "./view-model.ts";

interface Props {
  form: TriggerForm;
  change: ChangeTrigger;
}

interface PlaceholderProps {
  /** What the conditions fill in. */
  first: readonly string[];
  onPick(name: string): void;
}

function Placeholders({ first, onPick }: PlaceholderProps) {
  return (
    <dl className="flex flex-col gap-1.5">
      {placeholderGroups(first).map(({ note, names }) => (
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

/** These values are written outside, and the agent could take them for the owner's words. */
function UntrustedWarning({ names, onMark }: { names: readonly string[]; onMark(): void }) {
  if (names.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-needs-dot/35 bg-needs-soft px-3 py-2 text-sm text-needs"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">{text.template.unfenced(names)}</p>
      <Button size="small" onClick={onMark}>
        {text.template.fence}
      </Button>
    </div>
  );
}

/** The prompt, its placeholders and a preview. */
export function TemplateField({ form, change }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { template } = form;
  const preview = usePreview(template, sampleValues);
  const insert = (name: string): void => {
    const { selectionStart: from = template.length, selectionEnd: to = from } = field.current ?? {};
    change({ template: template.slice(0, from) + placeholderText(name) + template.slice(to) });
    field.current?.focus();
  };
  const shown = template.trim() === "" ? undefined : preview.data;
  return (
    <div className="flex flex-col gap-2">
      <Field label={text.template.title} hint={text.template.hint}>
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
      <Placeholders first={filledBy(form.conditions)} onPick={insert} />
      <UntrustedWarning
        names={shown?.unfenced ?? []}
        onMark={() => change({ template: markUntrusted(template, shown?.unfenced ?? []) })}
      />
      <PromptPreview prompt={shown?.prompt ?? ""} />
    </div>
  );
}
