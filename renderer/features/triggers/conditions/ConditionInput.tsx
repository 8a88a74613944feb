import { Field } from "../../../ui/Field.tsx";
import { Select, type SelectOption } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import type { ConditionField } from "../condition-fields.ts";
import { ChatPicker, type Naming } from "./ChatPicker.tsx";

/** A stored value that the form no longer offers stays selectable. */
const withChosen = (options: readonly SelectOption[], value: string): readonly SelectOption[] =>
  value === "" || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value.replaceAll("_", " ") }];

interface Props {
  field: ConditionField;
  value: string;
  /** With its name, if it was chosen from a list that has one. */
  onValue(value: string, name?: string): void;
}

interface ControlProps extends Props {
  naming: Naming;
  className?: string;
}

/** The control of a field alone. */
export function ConditionControl({ field, value, onValue, naming, className = "" }: ControlProps) {
  const { type, options = [], required = false } = field;
  if (type === "channel" || type === "bridge_chat")
    return <ChatPicker {...{ naming, value, onValue, className, required }} kind={type} />;
  if (type === "choice")
    return (
      <Select
        {...naming}
        className={className}
        options={withChosen(options, value)}
        value={value}
        onValueChange={onValue}
      />
    );
  return (
    <input
      {...naming}
      type={type === "list" ? "text" : type}
      min={type === "number" ? 1 : undefined}
      required={required}
      spellCheck={false}
      className={`field ${className}`}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

/** A field with its label above it. */
export function ConditionInput(props: Props) {
  const { field, value, onValue } = props;
  const { label, hint } = field;
  if (field.type === "switch")
    return <Switch label={label} checked={value === "true"} onCheckedChange={(on) => onValue(String(on))} />;
  return (
    <Field label={label} hint={hint}>
      {(ids) => <ConditionControl {...props} naming={ids} />}
    </Field>
  );
}
