import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Category } from "../../../server/domains/sessions/categories/model.ts";
import { type CategoryList, nameLimit } from "../../../server/domains/sessions/categories/model.ts";
import type { Session, SessionCategory } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { toastError } from "../../ui/toasts.ts";
import { createCategory, useCategories, useCategoryChange } from "../categories/api.ts";
import { manageCategories, useManaging } from "../categories/categories.store.ts";
import { text } from "../categories/text.ts";
import { embedded, matching, named } from "../categories/view-model.ts";
import { describeSessions } from "./actions.ts";
import { setCategory } from "./set-category.ts";

type Choose = (category: SessionCategory | null) => void;

const line =
  "flex min-h-10 w-full items-center justify-between gap-3 rounded-md px-3 py-1.5 text-start text-sm hover:bg-hover pointer-coarse:min-h-12";

interface ChoiceProps {
  label: string;
  isFrozen?: boolean;
  isCurrent: boolean;
  choose(): void;
}

function Choice({ label, isFrozen = false, isCurrent, choose }: ChoiceProps) {
  return (
    <li>
      <button type="button" aria-pressed={isCurrent} className={line} onClick={choose}>
        <span className="min-w-0 wrap-anywhere">{label}</span>
        <span className="flex shrink-0 items-center gap-2 text-xs text-faint">
          {isFrozen && text.frozen}
          {isCurrent && <Check aria-hidden className="size-4" />}
        </span>
      </button>
    </li>
  );
}

function Choices({
  list,
  typed,
  ids,
  choose,
}: {
  list: CategoryList;
  typed: string;
  /** The categories that the sessions are in. */
  ids: ReadonlySet<number | null>;
  choose: Choose;
}) {
  const isCurrent = (id: number | null): boolean => ids.size === 1 && ids.has(id);
  const found = matching(list.categories, typed);
  const hasSome = [...ids].some((id) => id !== null);
  if (list.categories.length === 0)
    return typed.trim() === "" && <p className="text-sm text-soft">{text.choose.none}</p>;
  if (found.length === 0) return <p className="text-sm text-soft">{text.choose.noMatch}</p>;
  return (
    <ul aria-label={text.choose.list} className="-mx-2">
      {found.map((category) => (
        <Choice
          key={category.id}
          label={category.name}
          isFrozen={category.is_frozen}
          isCurrent={isCurrent(category.id)}
          choose={() => choose(embedded(category))}
        />
      ))}
      {hasSome && typed.trim() === "" && (
        <Choice label={text.uncategorized} isCurrent={false} choose={() => choose(null)} />
      )}
    </ul>
  );
}

/** Finds a category by its name, or creates it. */
function NameForm({
  typed,
  onTyped,
  list,
  choose,
}: {
  typed: string;
  onTyped(typed: string): void;
  list: CategoryList | undefined;
  choose: Choose;
}) {
  const { mutate, isPending } = useCategoryChange<Category>();
  const known = named(list?.categories ?? [], typed);
  const create = (): void =>
    mutate(() => createCategory(typed), {
      // A dialog that was closed meanwhile no longer moves the sessions.
      onSuccess: (made) => choose(embedded(made)),
      onError: (error) => toastError(text.choose.createFailed, error),
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === "" || list === undefined) return;
    if (known) return choose(embedded(known));
    const found = matching(list.categories, typed);
    const [only] = found;
    if (only && found.length === 1) return choose(embedded(only));
    create();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <Field label={text.choose.field}>
        {(ids) => (
          <input
            {...ids}
            // The dialog was opened to say which category.
            autoFocus
            autoComplete="off"
            maxLength={nameLimit}
            value={typed}
            onChange={(event) => onTyped(event.target.value)}
            className="field h-8 pointer-coarse:h-10"
          />
        )}
      </Field>
      {typed.trim() !== "" && list !== undefined && !known && (
        <Button variant="primary" busy={isPending} onClick={create} className="max-w-full self-start">
          <span className="truncate">{text.choose.create(typed.trim())}</span>
        </Button>
      )}
    </form>
  );
}

/** Asks which category sessions go to. */
export function SetCategoryDialog({ sessions, onClose }: { sessions: readonly Session[]; onClose(): void }) {
  const client = useQueryClient();
  const categories = useCategories();
  const [typed, setTyped] = useState("");
  const choose: Choose = (category) => {
    onClose();
    void setCategory(client, sessions, category);
  };
  const manage = (): void => {
    onClose();
    manageCategories();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.choose.title(describeSessions(sessions))}
      // The dialog that replaces this one keeps it.
      returnFocus={() => (useManaging.getState().open ? false : null)}
    >
      <NameForm typed={typed} onTyped={setTyped} list={categories.data} choose={choose} />
      <QueryContent query={categories} what={text.what}>
        {(list) => (
          <Choices
            list={list}
            typed={typed}
            ids={new Set(sessions.map(({ category_id }) => category_id))}
            choose={choose}
          />
        )}
      </QueryContent>
      <footer className="border-t border-line pt-3">
        <Button variant="quiet" onClick={manage}>
          {text.manage}
        </Button>
      </footer>
    </Dialog>
  );
}
