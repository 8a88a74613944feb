import { type FormEvent, useState } from "react";
import {
  type Category,
  type CategoryList,
  nameLimit,
} from "../../../server/domains/sessions/categories/model.ts";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { toastError } from "../../ui/toasts.ts";
import { ReorderableList } from "../reorder/ReorderableList.tsx";
import { useReorderState } from "../reorder/reorder.store.ts";
import { createCategory, deleteCategory, useCategories, useCategoryChange } from "./api.ts";
import { CategoryRow, UncategorizedRow } from "./CategoryRow.tsx";
import { closeManaging } from "./categories.store.ts";
import { text } from "./text.ts";
import { useReorderCategories } from "./use-reorder-categories.ts";
import { idsInOrder, uncategorizedId, withMoved } from "./view-model.ts";

function NewCategory() {
  const [typed, setTyped] = useState("");
  const { mutate, isPending } = useCategoryChange();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(() => createCategory(typed), {
      onSuccess: () => setTyped(""),
      onError: (error) => toastError(text.dialog.addFailed, error),
    });
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <span className="min-w-0 flex-1">
        <Field label={text.dialog.newName}>
          {(ids) => (
            <input
              {...ids}
              // The dialog is opened with the keyboard too.
              autoFocus
              required
              maxLength={nameLimit}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="field h-8 pointer-coarse:h-10"
            />
          )}
        </Field>
      </span>
      <Button type="submit" variant="primary" busy={isPending} disabled={typed.trim() === ""}>
        {text.dialog.add}
      </Button>
    </form>
  );
}

function useDeletion(category: Category | null): Confirmation | null {
  const { mutateAsync } = useCategoryChange();
  if (category === null) return null;
  const { id, name, session_count } = category;
  return {
    title: text.deletion.title(name),
    description: text.deletion.description(session_count),
    actionLabel: text.deletion.confirm,
    run: () => mutateAsync(() => deleteCategory(id)),
  };
}

function List({ list }: { list: CategoryList }) {
  const [deleting, setDeleting] = useState<Category | null>(null);
  const deletion = useDeletion(deleting);
  const area = useReorderCategories(list);
  const pickedUp = useReorderState((state) => state.pickedUp);
  if (list.categories.length === 0)
    return (
      <p className="py-4 text-center text-sm text-soft">
        <span className="block font-medium text-ink">{text.dialog.empty}</span>
        {text.dialog.emptyHint}
      </p>
    );
  const ids = idsInOrder(list);
  const shown = pickedUp === null ? ids : withMoved(ids, pickedUp.id, pickedUp.to.index);
  const byId = new Map(list.categories.map((category) => [category.id, category]));
  return (
    <>
      <ReorderableList on {...area}>
        <ol aria-label={text.dialog.list} className="rounded-lg border border-line bg-surface">
          {shown.map((id) => {
            const category = byId.get(id);
            if (category) return <CategoryRow key={id} category={category} onDelete={setDeleting} />;
            return id === uncategorizedId && <UncategorizedRow key={id} />;
          })}
        </ol>
      </ReorderableList>
      <ConfirmDialog confirmation={deletion} onClose={() => setDeleting(null)} />
    </>
  );
}

/** Creates, renames, freezes, orders and deletes categories. */
export function ManageCategoriesDialog() {
  const categories = useCategories();
  return (
    <Dialog open onClose={closeManaging} title={text.dialog.title} description={text.dialog.description}>
      <NewCategory />
      <QueryContent query={categories} what={text.what}>
        {(list) => <List list={list} />}
      </QueryContent>
    </Dialog>
  );
}
