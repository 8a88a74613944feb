import { Trash2 } from "lucide-react";
import type { SessionTemplate } from "../../../server/domains/agents/templates/model.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { text } from "./text.ts";
import { useDeleteTemplate } from "./use-templates.ts";
import { templateSummary } from "./view-model.ts";

interface Props {
  template: SessionTemplate;
  onUse(): void;
  onDeleted(): void;
}

export function TemplateRow({ template, onUse, onDeleted }: Props) {
  const { mutate, isPending } = useDeleteTemplate(onDeleted);
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-0">
      <p className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{template.name}</span>
        <span className="block truncate text-xs text-faint">{templateSummary(template.setup)}</span>
      </p>
      <Button size="small" onClick={onUse} aria-label={text.templates.useNamed(template.name)}>
        {text.templates.use}
      </Button>
      <IconButton
        label={text.templates.delete(template.name)}
        busy={isPending}
        onClick={() => mutate(template)}
      >
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  );
}
