import { Field } from "../../ui/Field.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import type { PickField } from "./form.ts";
import { sourceText } from "./resolve-defaults.ts";
import type { FieldsProps } from "./SourceFields.tsx";
import { pickedOf, pickOptions } from "./view-model.ts";

const picks: readonly { field: PickField; label: string; placeholder: string }[] = [
  { field: "mcpServers", label: "MCP servers", placeholder: "None" },
  { field: "skills", label: "Skills", placeholder: "None" },
  { field: "hooks", label: "Hooks", placeholder: "None" },
  { field: "plugins", label: "Plugins", placeholder: "None" },
];

function PickFields({ form, configs, change }: FieldsProps) {
  return picks.map(({ field, label, placeholder }) => (
    <Field
      key={field}
      label={label}
      aside={
        form[field] === null ? (
          form.source === "root" && sourceText.root
        ) : (
          <button
            type="button"
            className="text-accent hover:underline"
            onClick={() => change((before) => ({ ...before, [field]: null }))}
          >
            Reset to default
          </button>
        )
      }
    >
      {({ id }) => (
        <MultiSelect
          id={id}
          options={pickOptions(configs, field)}
          values={pickedOf(form, configs, field)}
          onValuesChange={(values) => change((before) => ({ ...before, [field]: values }))}
          placeholder={placeholder}
        />
      )}
    </Field>
  ));
}

const classes = [
  { value: "", label: "Default (priority)" },
  { value: "priority", label: "Priority: starts as soon as possible" },
  { value: "spot", label: "Spot: uses spare capacity" },
];

const readClass = (value: string) => (value === "priority" || value === "spot" ? value : "");

/** What most sessions leave as it is. */
export function MoreFields(props: FieldsProps) {
  const { form, change } = props;
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-2">
      <Field label="Title" hint="Leave empty to generate a title from the prompt.">
        {(ids) => (
          <input
            {...ids}
            maxLength={100}
            className="field"
            value={form.title}
            onChange={(event) => change((before) => ({ ...before, title: event.target.value }))}
          />
        )}
      </Field>
      <Field label="Subdirectory" hint="The folder in the repository where the agent starts.">
        {(ids) => (
          <input
            {...ids}
            spellCheck={false}
            className="field font-mono text-xs"
            value={form.subdirectory}
            onChange={(event) => change((before) => ({ ...before, subdirectory: event.target.value }))}
          />
        )}
      </Field>
      <SelectField
        label="Scheduling class"
        options={classes}
        value={form.schedulingClass}
        onValueChange={(value) => change((before) => ({ ...before, schedulingClass: readClass(value) }))}
      />
      <label className="flex items-start gap-2 self-center text-sm">
        <input
          type="checkbox"
          className="mt-1 accent-accent-fill"
          checked={form.cloneOnly}
          onChange={(event) => change((before) => ({ ...before, cloneOnly: event.target.checked }))}
        />
        <span>
          Only create the clone
          <span className="block text-xs text-faint">The agent starts with your first message.</span>
        </span>
      </label>
      <PickFields {...props} />
    </div>
  );
}
