import { LayoutTemplate } from "lucide-react";
import { useState } from "react";
import type { SessionTemplate, TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { toastError } from "../../ui/toasts.ts";
import type { NewSessionForm } from "./form.ts";
import { SaveTemplate } from "./SaveTemplate.tsx";
import { TemplateRow } from "./TemplateRow.tsx";
import { text } from "./text.ts";
import { useSaveTemplate, useTemplates } from "./use-templates.ts";

interface Props {
  form: NewSessionForm;
  onUse(setup: TemplateSetup): void;
}

/** Undo is in the dialog, because a toast below the dialog could not be clicked. */
function DeletedNote({ template, onRestored }: { template: SessionTemplate; onRestored(): void }) {
  const { mutate, isPending } = useSaveTemplate();
  const { id, name, setup } = template;
  const restore = (): void =>
    mutate(
      { id, name, setup },
      { onSuccess: onRestored, onError: (error) => toastError(text.templates.restoreFailed, error) },
    );
  return (
    <p role="status" className="flex items-center gap-3 rounded-md bg-sunken px-3 py-1.5 text-sm">
      <span className="min-w-0 flex-1 truncate">{text.templates.deleted(name)}</span>
      <Button size="small" busy={isPending} onClick={restore}>
        {text.templates.undo}
      </Button>
    </p>
  );
}

function TemplateList({ onUse }: Pick<Props, "onUse">) {
  const [deleted, setDeleted] = useState<SessionTemplate | null>(null);
  return (
    <QueryContent query={useTemplates()} what={text.templates.loading}>
      {({ templates }) => (
        <>
          {deleted !== null && <DeletedNote template={deleted} onRestored={() => setDeleted(null)} />}
          {templates.length === 0 ? (
            <p className="text-sm text-soft">{text.templates.empty}</p>
          ) : (
            <ul aria-label={text.templates.title} className="-my-2">
              {templates.map((template) => (
                <TemplateRow
                  key={template.id}
                  template={template}
                  onUse={() => onUse(template.setup)}
                  onDeleted={() => setDeleted(template)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </QueryContent>
  );
}

/** Opens the saved templates: use one, delete one, or save the current settings. */
export function TemplatesButton({ form, onUse }: Props) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <LayoutTemplate aria-hidden className="size-3.5" />
        {text.templates.title}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={text.templates.title}
        description={text.templates.description}
      >
        <TemplateList
          onUse={(setup) => {
            onUse(setup);
            close();
          }}
        />
        <SaveTemplate form={form} />
      </Dialog>
    </>
  );
}
