import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import {
  type Category,
  descriptionLimit,
  nameLimit,
} from "../../../server/domains/sessions/categories/model.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { toastError } from "../../ui/toasts.ts";
import { DropIndicator } from "../reorder/DropIndicator.tsx";
import { useDragHandle } from "../reorder/drag-handle-context.ts";
import { updateCategory, useCategoryChange } from "./api.ts";
import { text } from "./text.ts";
import { uncategorizedId } from "./view-model.ts";

const line =
  "relative flex flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line py-2 ps-4 pe-2 last:border-0 hover:bg-hover";

function Line({ id, children }: { id: number; children: ReactNode }) {
  const handle = useDragHandle();
  return (
    <li data-reorder className={line}>
      <DropIndicator id={id} />
      {handle?.(id)}
      {children}
    </li>
  );
}

function EditForm({ category, onClose }: { category: Category; onClose(): void }) {
  const [name, setName] = useState(category.name);
  const [description, setDescription] = useState(category.description ?? "");
  const { mutate, isPending } = useCategoryChange();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(() => updateCategory(category.id, { name, description }), {
      onSuccess: onClose,
      onError: (error) => toastError(text.dialog.changeFailed, error),
    });
  };
  return (
    <form
      aria-label={text.dialog.editTitle}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Only the form closes, and the dialog stays open.
        event.stopPropagation();
        onClose();
      }}
      className="flex min-w-0 flex-1 flex-col gap-2"
    >
      <Field label={text.nameLabel}>
        {(ids) => (
          <input
            {...ids}
            // It replaces the button that was pressed.
            autoFocus
            required
            maxLength={nameLimit}
            value={name}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
            className="field h-8 pointer-coarse:h-10"
          />
        )}
      </Field>
      <Field label={text.descriptionLabel} hint={text.descriptionHint}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            maxLength={descriptionLimit}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            className="field"
          />
        )}
      </Field>
      <footer className="flex justify-end gap-2">
        <Button size="small" onClick={onClose}>
          {text.dialog.cancel}
        </Button>
        <Button size="small" type="submit" variant="primary" busy={isPending} disabled={name.trim() === ""}>
          {text.dialog.save}
        </Button>
      </footer>
    </form>
  );
}

/** A category with what can be done about it. */
export function CategoryRow({ category, onDelete }: { category: Category; onDelete(of: Category): void }) {
  const { id, name, description, is_frozen, session_count } = category;
  const [editing, setEditing] = useState(false);
  const { mutateAsync } = useCategoryChange();
  const freeze = (next: boolean): Promise<unknown> =>
    mutateAsync(() => updateCategory(id, { is_frozen: next })).catch((error: unknown) =>
      toastError(text.dialog.changeFailed, error),
    );
  if (editing)
    return (
      <li className={line}>
        <EditForm category={category} onClose={() => setEditing(false)} />
      </li>
    );
  return (
    <Line id={id}>
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="wrap-anywhere text-sm font-medium">{name}</p>
        <p className="line-clamp-2 text-xs text-faint">
          {[text.dialog.sessions(session_count), description].filter(Boolean).join(" · ")}
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-1">
        <Switch
          label={
            <>
              <span aria-hidden>{text.frozen}</span>
              <span className="sr-only">{text.dialog.freeze(name)}</span>
            </>
          }
          checked={is_frozen}
          onCheckedChange={freeze}
        />
        <IconButton label={text.dialog.edit(name)} onClick={() => setEditing(true)}>
          <Pencil aria-hidden className="size-3.5" />
        </IconButton>
        <IconButton label={text.dialog.delete(name)} onClick={() => onDelete(category)}>
          <Trash2 aria-hidden className="size-3.5" />
        </IconButton>
      </span>
    </Line>
  );
}

/** The place of the sessions without a category. */
export function UncategorizedRow() {
  return (
    <Line id={uncategorizedId}>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium text-soft">{text.uncategorized}</p>
        <p className="text-xs text-faint">{text.dialog.uncategorizedHint}</p>
      </div>
    </Line>
  );
}
