import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { useAwayReason } from "../../lib/connection.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { restartSession } from "../sessions/api.ts";
import { mutateSession } from "../sessions/mutate-session.ts";
import { text } from "./text.ts";

interface SourceFieldProps {
  label: string;
  hint?: string;
  required?: boolean;
  value: string;
  onChange(value: string): void;
}

function SourceField({ label, hint, required = false, value, onChange }: SourceFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          required={required}
          spellCheck={false}
          autoComplete="off"
          className="field font-mono text-xs/5"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The form that gives a session whose clone failed another source, and starts it again. */
function SourceDialog({ session, onClose }: { session: Session; onClose(): void }) {
  const client = useQueryClient();
  const [repository, setRepository] = useState(session.git_root ?? "");
  const [branch, setBranch] = useState(session.branch);
  const [subdirectory, setSubdirectory] = useState(session.subdirectory ?? "");
  const restart = useMutation({
    mutationFn: () =>
      mutateSession(client, () => restartSession(session.id, { git_root: repository, branch, subdirectory })),
    onSuccess: onClose,
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    restart.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={text.elsewhere.title}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {restart.isError && (
          <ErrorAlert title={text.elsewhere.failed} messages={errorMessages(restart.error)} />
        )}
        <SourceField label={text.elsewhere.repository} required value={repository} onChange={setRepository} />
        <SourceField label={text.elsewhere.branch} required value={branch} onChange={setBranch} />
        <SourceField
          label={text.elsewhere.subdirectory}
          hint={text.elsewhere.subdirectoryHint}
          value={subdirectory}
          onChange={setSubdirectory}
        />
        <DialogFooter onClose={onClose} busy={restart.isPending}>
          {text.elsewhere.submit}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Lets a session that could not be cloned begin from another repository. */
export function CloneElsewhere({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  const away = useAwayReason();
  return (
    <>
      <Button size="small" disabled={away !== null} title={away ?? undefined} onClick={() => setOpen(true)}>
        {text.elsewhere.button}
      </Button>
      {open && <SourceDialog session={session} onClose={() => setOpen(false)} />}
    </>
  );
}
