import { SelectField } from "../../ui/SelectField.tsx";
import { useSandboxChoice } from "./use-sandbox-choice.ts";

interface Props {
  gitRoot: string;
  value: string;
  onValueChange(value: string): void;
}

/** What a new session's agent can reach, as a field of a form. */
export function SandboxField({ gitRoot, value, onValueChange }: Props) {
  const choice = useSandboxChoice(gitRoot, value);
  if (choice === null) return null;
  return (
    <SelectField
      label={choice.label}
      hint={choice.meaning}
      options={choice.options}
      value={value}
      onValueChange={onValueChange}
    />
  );
}
