import type { ReactNode } from "react";
import { Button } from "./Button.tsx";

interface Props {
  onClose: () => void;
  busy: boolean;
  /** What the form's button says. */
  children: ReactNode;
}

/** The two ways out of a dialog's form. */
export function DialogFooter({ onClose, busy, children }: Props) {
  return (
    <footer className="flex justify-end gap-2">
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {children}
      </Button>
    </footer>
  );
}
