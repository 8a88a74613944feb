import type { Configs } from "../../../server/domains/configs/model.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { Field } from "../../ui/Field.tsx";
import { Suggest } from "../../ui/Suggest.tsx";
import { chooseRepository, chooseRoot, type NewSessionForm } from "./form.ts";
import { useBranches } from "./use-configs.ts";
import type { ChangeForm } from "./use-form.ts";
import { repositoryOf, repositoryOption, rootOf, sourceOptions } from "./view-model.ts";

export interface FieldsProps {
  form: NewSessionForm;
  configs: Configs;
  change: ChangeForm;
}

function BranchField({ form, configs, change }: FieldsProps) {
  const { branches, preset } = useBranches(repositoryOf(form, configs));
  const fallback = rootOf(form, configs)?.default_branch ?? preset ?? "main";
  return (
    <Field label="Branch" hint={`Starts from ${form.branch.trim() || fallback}.`}>
      {(ids) => (
        <Suggest
          {...ids}
          value={form.branch}
          onText={(branch) => change((before) => ({ ...before, branch }))}
          suggestions={branches}
          placeholder={fallback}
        />
      )}
    </Field>
  );
}

/** Where the agent works. */
export function SourceFields(props: FieldsProps) {
  const { form, configs, change } = props;
  const root = rootOf(form, configs);
  return (
    <>
      <ChoiceField
        label="Agent root"
        hint={root?.description || null}
        options={sourceOptions(configs)}
        value={form.source === "root" ? `root:${form.root}` : repositoryOption}
        onChoose={(value) =>
          change((before) =>
            value === repositoryOption
              ? chooseRepository(before)
              : chooseRoot(before, value.slice("root:".length)),
          )
        }
      />
      {form.source === "repository" && (
        <Field label="Repository" hint="An address that git can clone, or a path on this machine.">
          {(ids) => (
            <input
              {...ids}
              required
              spellCheck={false}
              autoComplete="off"
              className="field font-mono text-xs"
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
