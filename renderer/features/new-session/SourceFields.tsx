import { AutocompleteInput } from "../../ui/AutocompleteInput.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { chooseRepository, chooseRoot, type NewSessionForm } from "./form.ts";
import { type FormConfigs, resolveBranch, sourceText } from "./resolve-defaults.ts";
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
    return (
      <span className="text-needs">
        Branches could not be loaded. Enter one by hand. {remote.problem.join(" ")}
      </span>
    );
  }
  if (remote.asking && remote.branches === null) return "Loading branches…";
  const count = remote.branches?.length ?? 0;
  return `Starts from ${value}.${count > 0 ? ` ${count === 1 ? "1 branch" : `${count} branches`} available.` : ""}`;
}

function BranchField({ form, configs, change, remote }: SourceProps) {
  const { value, source } = resolveBranch(form, configs, remote.preset);
  const preset = resolveBranch({ ...form, branch: "" }, configs, remote.preset).value;
  return (
    <Field label="Branch" aside={sourceText[source]} hint={<BranchHint remote={remote} value={value} />}>
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
      label="Agent root"
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
        <Field label="Repository" hint="A Git URL or a path on this machine.">
          {(ids) => (
            <input
              {...ids}
              required
              spellCheck={false}
              autoComplete="off"
              className="field font-mono text-xs/5"
              placeholder="git@example.com:team/project.git"
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
