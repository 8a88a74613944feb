import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { text } from "./text.ts";

interface Props {
  onClose: () => void;
  busy: boolean;
  /** Label of the submit button. */
  children: ReactNode;
}

/** Cancel and submit buttons of a dialog's form. */
export function DialogFooter({ onClose, busy, children }: Props) {
  return (
    <footer className="flex justify-end gap-2">
      <Button onClick={onClose}>{text.form.cancel}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {children}
      </Button>
    </footer>
  );
}
