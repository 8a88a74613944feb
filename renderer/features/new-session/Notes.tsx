import type { ReactNode } from "react";
import { useSandboxChoice } from "../sandbox/use-sandbox-choice.ts";
import { resolveBranch } from "./resolve-defaults.ts";
import type { FieldsProps } from "./SourceChips.tsx";
import { text } from "./text.ts";
import type { RemoteBranches } from "./use-configs.ts";
import { goalDescription, modelOf, repositoryOf, rootOf } from "./view-model.ts";

function branchNote({ form, configs, remote }: Props): ReactNode {
  if (remote.problem.length > 0) {
    return <span className="text-needs">{text.branch.failed(remote.problem.join(" "))}</span>;
  }
  if (repositoryOf(form, configs) === "") return null;
  if (remote.isLoading && remote.branches === null) return text.branch.loading;
  const { value } = resolveBranch(form, configs, remote.preset);
  return text.branch.startsFrom(value, remote.branches?.length ?? 0);
}

interface Props extends Omit<FieldsProps, "change"> {
  remote: RemoteBranches;
}

/** What is known about the chosen values. Each line has its place, so that no other one moves. */
export function Notes(props: Props) {
  const { form, configs } = props;
  const sandbox = useSandboxChoice(repositoryOf(form, configs), form.sandbox);
  const goal = goalDescription(form, configs);
  const notes: [key: string, note: ReactNode][] = [
    ["root", rootOf(form, configs)?.description],
    ["branch", branchNote(props)],
    ["model", modelOf(form, configs)?.requires_oauth ? text.agent.needsAccount : null],
    ["sandbox", form.sandbox === "" ? null : sandbox?.meaning],
    ["goal", goal && <span className="line-clamp-3 whitespace-pre-line">{goal}</span>],
  ];
  return (
    <ul aria-label={text.notes} className="flex min-h-4 flex-col gap-1 text-xs text-faint">
      {notes.map(([key, note]) => Boolean(note) && <li key={key}>{note}</li>)}
    </ul>
  );
}
