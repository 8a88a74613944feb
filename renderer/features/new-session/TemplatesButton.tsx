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
import { useSaveTemplate, useTemplates } from "./use-templates.ts";

interface Props {
  form: NewSessionForm;
  onUse(setup: TemplateSetup): void;
}

/** The way back stands in the dialog: under it a toast could not be pressed. */
function Deleted({ template, onBack }: { template: SessionTemplate; onBack(): void }) {
  const { mutate, isPending } = useSaveTemplate();
  const { id, name, setup } = template;
  const restore = (): void =>
    mutate(
      { id, name, setup },
      { onSuccess: onBack, onError: (error) => toastError("Could not restore the template", error) },
    );
  return (
    <p role="status" className="flex items-center gap-3 rounded-md bg-sunken px-3 py-1.5 text-sm">
      <span className="min-w-0 flex-1 truncate">{name} was deleted.</span>
      <Button size="small" busy={isPending} onClick={restore}>
        Undo
      </Button>
    </p>
  );
}

function TemplateList({ onUse }: Pick<Props, "onUse">) {
  const [deleted, setDeleted] = useState<SessionTemplate | null>(null);
  return (
    <QueryContent query={useTemplates()} what="the templates">
      {({ templates }) => (
        <>
          {deleted !== null && <Deleted template={deleted} onBack={() => setDeleted(null)} />}
          {templates.length === 0 ? (
            <p className="text-sm text-soft">No templates yet. Save this form as a template below.</p>
          ) : (
            <ul aria-label="Templates" className="-my-2">
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

/** Set-ups that were saved: to use one, to delete one, and to save the present one. */
export function TemplatesButton({ form, onUse }: Props) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <LayoutTemplate aria-hidden className="size-3.5" />
        Templates
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Templates"
        description="Saved settings for new sessions, available in every browser."
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
