import { Field } from "../../ui/Field.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { AddModelButton } from "../models/AddModelButton.tsx";
import { chooseAdded, type PickField } from "./form.ts";
import type { FieldsProps } from "./SourceChips.tsx";
import { text } from "./text.ts";
import { pickedOf, pickOptions, runtimeOf, runtimeOptions } from "./view-model.ts";

const pickFields: readonly { field: PickField; label: string; placeholder: string }[] = [
  { field: "mcpServers", label: text.extensions.mcpServers, placeholder: text.extensions.empty },
  { field: "skills", label: text.extensions.skills, placeholder: text.extensions.empty },
  { field: "hooks", label: text.extensions.hooks, placeholder: text.extensions.empty },
  { field: "plugins", label: text.extensions.plugins, placeholder: text.extensions.empty },
];

function PickFields({ form, configs, change }: FieldsProps) {
  return pickFields.map(({ field, label, placeholder }) => (
    <Field
      key={field}
      label={label}
      aside={
        form[field] === null ? (
          form.source === "root" && text.sources.root
        ) : (
          <button
            type="button"
            className="text-accent hover:underline"
            onClick={() => change((before) => ({ ...before, [field]: null }))}
          >
            {text.extensions.reset}
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
  { value: "", label: text.schedulingClass.default },
  { value: "priority", label: text.schedulingClass.priority },
  { value: "spot", label: text.schedulingClass.spot },
];

const readClass = (value: string) => (value === "priority" || value === "spot" ? value : "");

/** Settings that most sessions do not need. */
export function MoreFields(props: FieldsProps) {
  const { form, configs, change } = props;
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-2">
      <Field label={text.more.title} hint={text.more.titleHint}>
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
      <Field label={text.more.subdirectory} hint={text.more.subdirectoryHint}>
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
        label={text.schedulingClass.label}
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
          {text.more.cloneOnly}
          <span className="block text-xs text-faint">{text.more.cloneOnlyHint}</span>
        </span>
      </label>
      <PickFields {...props} />
      <div className="sm:col-span-2">
        <AddModelButton
          runtimes={runtimeOptions(configs)}
          runtime={runtimeOf(form, configs)}
          onAdded={(added) => change((before) => chooseAdded(before, runtimeOf(before, configs), added))}
        />
      </div>
    </div>
  );
}
