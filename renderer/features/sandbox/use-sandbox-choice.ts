import type { SelectOption } from "../../ui/Select.tsx";
import { useTrustOf } from "../repository-trust/api.ts";
import { useSandboxes } from "./api.ts";
import { text } from "./text.ts";
import { levelOptions, levelWithout, meaningOf } from "./view-model.ts";

interface SandboxChoice {
  label: string;
  options: SelectOption[];
  /** What the chosen level lets an agent reach. */
  meaning: string;
}

/** What a new session's agent can reach; only what is stricter than the default can be chosen. Null until it is known. */
export function useSandboxChoice(gitRoot: string, value: string): SandboxChoice | null {
  const { data } = useSandboxes();
  const address = useTrustOf(gitRoot).data?.address ?? null;
  if (!data) return null;
  const preset = levelWithout(data, address);
  return {
    label: text.label,
    options: levelOptions(data, preset, value),
    meaning: meaningOf(data, value === "" ? preset : value),
  };
}
