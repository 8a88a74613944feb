import { AutocompleteInput } from "../../ui/AutocompleteInput.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { chooseRepository, chooseRoot, type NewSessionForm } from "./form.ts";
import { type FormConfigs, resolveBranch } from "./resolve-defaults.ts";
import { text } from "./text.ts";
import type { RemoteBranches } from "./use-configs.ts";
import type { ChangeForm } from "./use-form.ts";
import { hasRoots, repositoryOption, rootOf, sourceOptions } from "./view-model.ts";

export interface FieldsProps {
  form: NewSessionForm;
  configs: FormConfigs;
  change: ChangeForm;
}

interface SourceProps extends FieldsProps {
  remote: RemoteBranches;
}

function BranchHint({ remote, value }: { remote: RemoteBranches; value: string }) {
  if (remote.problem.length > 0) {
    return <span className="text-needs">{text.branch.failed(remote.problem.join(" "))}</span>;
  }
  if (remote.isLoading && remote.branches === null) return text.branch.loading;
  const count = remote.branches?.length ?? 0;
  return text.branch.startsFrom(value, count);
}

function BranchField({ form, configs, change, remote }: SourceProps) {
  const { value, source } = resolveBranch(form, configs, remote.preset);
  const preset = resolveBranch({ ...form, branch: "" }, configs, remote.preset).value;
  return (
    <Field
      label={text.branch.label}
      aside={text.sources[source]}
      hint={<BranchHint remote={remote} value={value} />}
    >
      {(ids) => (
        <AutocompleteInput
          {...ids}
          value={form.branch}
          onValueChange={(branch) => change((before) => ({ ...before, branch }))}
          suggestions={remote.branches ?? []}
          placeholder={preset}
        />
      )}
    </Field>
  );
}

function RootField({ form, configs, change }: FieldsProps) {
  return (
    <SelectField
      label={text.source.root}
      hint={rootOf(form, configs)?.description || null}
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

/** Where the agent works. */
export function SourceFields(props: SourceProps) {
  const { form, configs, change } = props;
  return (
    <>
      {(form.source === "root" || hasRoots(configs)) && <RootField {...props} />}
      {form.source === "repository" && (
        <Field label={text.source.repository} hint={text.source.repositoryHint}>
          {(ids) => (
            <input
              {...ids}
              required
              spellCheck={false}
              autoComplete="off"
              className="field font-mono text-xs/5"
              placeholder={text.source.repositoryExample}
              value={form.gitRoot}
              onChange={(event) => change((before) => ({ ...before, gitRoot: event.target.value }))}
            />
          )}
        </Field>
      )}
      <BranchField {...props} />
    </>
  );
}
