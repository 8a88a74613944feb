import { SelectField } from "../../ui/SelectField.tsx";
import { useTrustOf } from "../repository-trust/api.ts";
import { useSandboxes } from "./api.ts";
import { text } from "./text.ts";
import { levelOptions, levelWithout, meaningOf } from "./view-model.ts";

interface Props {
  gitRoot: string;
  value: string;
  onValueChange(value: string): void;
}

/** What a new session's agent can reach; only what is stricter than the default can be chosen. */
export function SandboxField({ gitRoot, value, onValueChange }: Props) {
  const { data } = useSandboxes();
  const address = useTrustOf(gitRoot).data?.address ?? null;
  if (!data) return null;
  const preset = levelWithout(data, address);
  const options = levelOptions(data, preset, value);
  return (
    <SelectField
      label={text.label}
      hint={meaningOf(data, value === "" ? preset : value)}
      options={options}
      value={value}
      onValueChange={onValueChange}
    />
  );
}
