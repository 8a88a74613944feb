import { promptLimit } from "../../../server/domains/sessions/sessions/model.ts";
import { AttachButton } from "../composer/AttachButton.tsx";
import { AttachmentList } from "../composer/AttachmentList.tsx";
import type { Attachments } from "../composer/use-attachments.ts";
import { withPrompt } from "./form.ts";
import { RecentPrompts } from "./RecentPrompts.tsx";
import type { FieldsProps } from "./SourceChips.tsx";
import { text } from "./text.ts";

interface Props extends FieldsProps {
  attachments: Attachments;
  recentPrompts: readonly string[];
}

/** The prompt and the files to send with it. */
export function PromptField({ form, change, attachments, recentPrompts }: Props) {
  const { length } = form.prompt;
  const over = length > promptLimit;
  return (
    <div
      {...attachments.dropTarget}
      className={`rounded-lg border bg-surface focus-within:border-accent ${attachments.dragging ? "border-accent bg-accent-soft" : "border-line-strong"}`}
    >
      <AttachmentList attachments={attachments} />
      <textarea
        aria-label={text.prompt.label}
        // Writing the prompt is what the composer was opened for.
        autoFocus
        aria-invalid={over}
        disabled={form.cloneOnly}
        placeholder={placeholderOf(form.cloneOnly, attachments.dragging)}
        className="field-sizing-content block max-h-[40dvh] min-h-28 w-full resize-none bg-transparent px-3 pt-2.5 text-base outline-none disabled:opacity-50"
        value={form.prompt}
        onChange={(event) => change((before) => ({ ...before, prompt: event.target.value }))}
      />
      <div className="flex items-center gap-1 p-1.5">
        <AttachButton attachments={attachments} />
        <RecentPrompts
          prompts={recentPrompts}
          onUse={(prompt) => change((before) => ({ ...withPrompt(before, prompt), cloneOnly: false }))}
        />
        {length > 0 && (
          <span className={`ms-auto pe-1.5 text-xs ${over ? "text-failed" : "text-faint"}`}>
            {text.prompt.length(length, promptLimit)}
          </span>
        )}
      </div>
    </div>
  );
}

function placeholderOf(cloneOnly: boolean, dragging: boolean): string {
  if (cloneOnly) return text.prompt.cloneOnlyHint;
  return dragging ? text.prompt.dropFiles : text.prompt.placeholder;
}
