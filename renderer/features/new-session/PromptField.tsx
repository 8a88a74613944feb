import { promptLimit } from "../../../server/domains/sessions/sessions/model.ts";
import { Field } from "../../ui/Field.tsx";
import { AttachButton } from "../composer/AttachButton.tsx";
import { AttachmentList } from "../composer/AttachmentList.tsx";
import type { Attachments } from "../composer/use-attachments.ts";
import type { FieldsProps } from "./SourceFields.tsx";
import { text } from "./text.ts";

/** The prompt and the files to send with it. */
export function PromptField({ form, change, attachments }: FieldsProps & { attachments: Attachments }) {
  const { length } = form.prompt;
  const over = length > promptLimit;
  return (
    <Field
      label={text.prompt.label}
      aside={
        length > 0 && (
          <span className={over ? "text-failed" : ""}>{text.prompt.length(length, promptLimit)}</span>
        )
      }
      hint={form.cloneOnly ? text.prompt.cloneOnlyHint : null}
    >
      {(ids) => (
        <div
          {...attachments.dropTarget}
          className={`rounded-lg border bg-surface focus-within:border-accent ${attachments.dragging ? "border-accent bg-accent-soft" : "border-line-strong"}`}
        >
          <AttachmentList attachments={attachments} />
          <textarea
            {...ids}
            // Writing the prompt is what the page was opened for.
            autoFocus
            aria-invalid={over}
            disabled={form.cloneOnly}
            placeholder={attachments.dragging ? text.prompt.dropFiles : text.prompt.placeholder}
            className="field-sizing-content block max-h-[50dvh] min-h-36 w-full resize-none bg-transparent px-3 pt-2.5 text-base outline-none disabled:opacity-50"
            value={form.prompt}
            onChange={(event) => change((before) => ({ ...before, prompt: event.target.value }))}
          />
          <div className="p-1.5">
            <AttachButton attachments={attachments} />
          </div>
        </div>
      )}
    </Field>
  );
}
