import type { ReactNode } from "react";
import { DateField } from "../../ui/DateField.tsx";
import { Select, type SelectOption } from "../../ui/Select.tsx";
import { useConfigs } from "../new-session/use-configs.ts";
import { modelName } from "../sessions/model-name.ts";
import type { SessionsSearch } from "./outcomes-search.ts";
import { text } from "./text.ts";

interface Props {
  search: SessionsSearch;
  /** An undefined value takes a filter away. */
  onChange(change: { [Key in keyof SessionsSearch]: SessionsSearch[Key] | undefined }): void;
  /** Further filters. */
  children?: ReactNode;
}

/** What is chosen stays among the options, also if the catalog no longer has it. */
const withChosen = (
  options: readonly SelectOption[],
  chosen: string | undefined,
  none: string,
): SelectOption[] => [
  { value: "", label: none },
  ...options,
  ...(chosen === undefined || options.some(({ value }) => value === chosen)
    ? []
    : [{ value: chosen, label: chosen }]),
];

/** Narrows a list to sessions by when they were created, and by what they ran. */
export function SessionFilters({ search, onChange, children }: Props) {
  const { root, runtime, model } = search;
  const { agent_roots: roots = [], runtime_models: runtimes = {} } = useConfigs().data ?? {};
  const models = Object.entries(runtimes)
    .filter(([id]) => runtime === undefined || id === runtime)
    .flatMap(([, { models: those }]) => those.map(({ id }) => ({ value: id, label: modelName(id) })));
  const distinct = [...new Map(models.map((option) => [option.value, option])).values()];
  const choices = [
    {
      name: "root",
      label: text.filters.root,
      value: root,
      options: withChosen(
        roots.map(({ name, display_name }) => ({ value: name, label: display_name ?? name })),
        root,
        text.filters.anyRoot,
      ),
    },
    {
      name: "runtime",
      label: text.filters.runtime,
      value: runtime,
      options: withChosen(
        Object.entries(runtimes).map(([value, { label }]) => ({ value, label })),
        runtime,
        text.filters.anyRuntime,
      ),
    },
    {
      name: "model",
      label: text.filters.model,
      value: model,
      options: withChosen(distinct, model, text.filters.anyModel),
    },
  ] as const;
  return (
    <search aria-label={text.filters.title} className="flex min-w-0 flex-wrap items-center gap-2 text-xs">
      {children}
      <div className="flex min-w-0 gap-2 max-sm:basis-full">
        <DateField label={text.filters.from} value={search.from} onChange={(from) => onChange({ from })} />
        <DateField label={text.filters.to} value={search.to} onChange={(to) => onChange({ to })} />
      </div>
      <div className="flex min-w-0 flex-wrap gap-2 max-sm:basis-full">
        {choices.map(({ name, label, value, options }) => (
          <Select
            key={name}
            aria-label={label}
            className="max-sm:flex-auto"
            options={options}
            value={value ?? ""}
            onValueChange={(chosen) => onChange({ [name]: chosen || undefined })}
          />
        ))}
      </div>
    </search>
  );
}
