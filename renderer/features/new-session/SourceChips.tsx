import { Boxes, FolderGit2, GitBranch } from "lucide-react";
import { ChipSelect, ChipText } from "./Chip.tsx";
import { chooseRepository, chooseRoot, type NewSessionForm } from "./form.ts";
import { type FormConfigs, resolveBranch } from "./resolve-defaults.ts";
import { text } from "./text.ts";
import type { RemoteBranches } from "./use-configs.ts";
import type { ChangeForm } from "./use-form.ts";
import { hasRoots, repositoryOption, sourceOptions } from "./view-model.ts";

export interface FieldsProps {
  form: NewSessionForm;
  configs: FormConfigs;
  change: ChangeForm;
}

function BranchChip({ form, configs, change, remote }: SourceProps) {
  const preset = resolveBranch({ ...form, branch: "" }, configs, remote.preset).value;
  return (
    <ChipText
      label={text.branch.label}
      icon={GitBranch}
      source={text.sources[resolveBranch(form, configs, remote.preset).source]}
      value={form.branch}
      onValueChange={(branch) => change((before) => ({ ...before, branch }))}
      suggestions={remote.branches ?? []}
      placeholder={preset}
      className="w-36"
    />
  );
}

function RootChip({ form, configs, change }: FieldsProps) {
  return (
    <ChipSelect
      label={text.source.root}
      icon={Boxes}
      options={sourceOptions(configs)}
      value={form.source === "root" ? `root:${form.root}` : repositoryOption}
      onValueChange={(value) =>
        change((before) =>
          value === repositoryOption
            ? chooseRepository(before)
            : chooseRoot(before, value.slice("root:".length)),
        )
      }
    />
  );
}

interface SourceProps extends FieldsProps {
  remote: RemoteBranches;
}

/** Where the agent works. */
export function SourceChips(props: SourceProps) {
  const { form, configs, change } = props;
  return (
    <>
      {(form.source === "root" || hasRoots(configs)) && <RootChip {...props} />}
      {form.source === "repository" && (
        <ChipText
          label={text.source.repository}
          icon={FolderGit2}
          required
          value={form.gitRoot}
          onValueChange={(gitRoot) => change((before) => ({ ...before, gitRoot }))}
          suggestions={configs.recentRepositories ?? []}
          placeholder={text.source.repositoryExample}
          className="w-72 max-sm:w-[calc(100vw-5.5rem)]"
        />
      )}
      <BranchChip {...props} />
    </>
  );
}
