import { type FormEvent, useState } from "react";
import type {
  RepositorySandbox,
  SandboxesAnswer,
} from "../../../../server/domains/workspace/sandboxes/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogFooter } from "../../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useSaveRepositorySandbox } from "../../sandbox/api.ts";
import { text as sandboxText } from "../../sandbox/text.ts";
import { foldersIn, levelOptions, meaningOf } from "../../sandbox/view-model.ts";
import { text } from "./text.ts";

interface FoldersProps {
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
}

function Folders({ label, hint, value, onChange }: FoldersProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <textarea
          {...ids}
          rows={2}
          spellCheck={false}
          className="field font-mono text-xs"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface GrantsProps {
  given: SandboxesAnswer["grants"];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

/** The service's grants, each of which a repository can do without. */
function Grants({ given, chosen, onChange }: GrantsProps) {
  if (given.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-1 text-sm">
      <legend className="mb-1 font-medium">{text.sandbox.grants}</legend>
      {given.map((grant) => (
        <label key={grant} className="flex items-center gap-2">
          <input
            type="checkbox"
            className="accent-accent-fill"
            checked={chosen.includes(grant)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, grant] : chosen.filter((one) => one !== grant))
            }
          />
          {sandboxText.grants[grant]}
        </label>
      ))}
      <p className="text-xs text-faint">{text.sandbox.grantsHint}</p>
    </fieldset>
  );
}

interface Props {
  answer: SandboxesAnswer;
  /** Null for another repository. */
  repository: RepositorySandbox | null;
  onClose(): void;
}

/** Edits what the agents of one repository can reach. */
export function SandboxDialog({ answer, repository, onClose }: Props) {
  const [address, setAddress] = useState(repository?.address ?? "");
  const [level, setLevel] = useState<string>(repository?.sandbox ?? "");
  const [read, setRead] = useState(repository?.sandbox_read.join("\n") ?? "");
  const [write, setWrite] = useState(repository?.sandbox_write.join("\n") ?? "");
  const [grants, setGrants] = useState<readonly string[]>(repository?.sandbox_grants ?? answer.grants);
  const { mutate, error, isPending } = useSaveRepositorySandbox();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isEvery = answer.grants.every((grant) => grants.includes(grant));
    mutate(
      {
        git_root: address,
        sandbox: level === "" ? null : level,
        sandbox_read: foldersIn(read),
        sandbox_write: foldersIn(write),
        sandbox_grants: isEvery ? null : [...grants],
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open onClose={onClose} title={text.sandbox.dialog} description={text.sandbox.dialogHint}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title={text.sandbox.failed} messages={errorMessages(error)} />}
        <Field label={text.sandbox.repository}>
          {(ids) => (
            <input
              {...ids}
              required
              readOnly={repository !== null}
              spellCheck={false}
              className="field font-mono text-xs"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        <SelectField
          label={text.sandbox.atLeast}
          hint={meaningOf(answer, level === "" ? answer.level : level)}
          options={levelOptions(answer, answer.level, level)}
          value={level}
          onValueChange={setLevel}
        />
        <Folders label={text.sandbox.read} hint={text.sandbox.foldersHint} value={read} onChange={setRead} />
        <Folders label={text.sandbox.write} value={write} onChange={setWrite} />
        <Grants given={answer.grants} chosen={grants} onChange={setGrants} />
        <DialogFooter onClose={onClose} busy={isPending}>
          {text.sandbox.save}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
