import { promptLimit } from "../../../server/domains/sessions/sessions/model.ts";
import { Field } from "../../ui/Field.tsx";
import { AttachButton } from "../composer/AttachButton.tsx";
import { AttachmentList } from "../composer/AttachmentList.tsx";
import type { Attachments } from "../composer/use-attachments.ts";
import type { FieldsProps } from "./SourceFields.tsx";

/** What the agent is to do, with the files that go with it. */
export function PromptField({ form, change, attachments }: FieldsProps & { attachments: Attachments }) {
  const { length } = form.prompt;
  const over = length > promptLimit;
  return (
    <Field
      label="Prompt"
      aside={
        length > 0 && (
          <span className={over ? "text-failed" : ""}>
            {length.toLocaleString()} of {promptLimit.toLocaleString()}
          </span>
        )
      }
      hint={form.cloneOnly ? "Only the clone is created. The prompt is not sent." : null}
    >
      {(ids) => (
        <div
          {...attachments.dropTarget}
          className={`rounded-lg border bg-surface focus-within:border-accent ${attachments.dragging ? "border-accent bg-accent-soft" : "border-line-strong"}`}
        >
          <AttachmentList attachments={attachments} />
          <textarea
            {...ids}
            // The page is opened to write this.
            autoFocus
            aria-invalid={over}
            disabled={form.cloneOnly}
            placeholder={attachments.dragging ? "Drop the files here" : "What should the agent do?"}
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
