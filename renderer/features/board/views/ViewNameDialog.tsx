import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { nameLimit } from "./saved-views.ts";
import { text } from "./text.ts";

interface Props {
  title: string;
  name: string;
  onName(name: string): void;
  onClose(): void;
}

/** Asks for the name of a view. */
export function ViewNameDialog({ title, name, onName, onClose }: Props) {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onName(typed);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={submit} className="flex items-end gap-2">
        <span className="min-w-0 flex-1">
          <Field label={text.saved.name}>
            {(ids) => (
              <input
                {...ids}
                required
                maxLength={nameLimit}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                className="field h-8 pointer-coarse:h-10"
              />
            )}
          </Field>
        </span>
        <Button type="submit" variant="primary" disabled={typed.trim() === ""}>
          {text.saved.submit}
        </Button>
      </form>
    </Dialog>
  );
}
