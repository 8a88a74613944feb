import { type SyntheticEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { useTrust } from "./api.ts";
import { text } from "./text.ts";

const stop = (event: SyntheticEvent): void => event.stopPropagation();

interface Props {
  address: string;
  /** The URL that the session clones, or the address itself. */
  gitRoot: string;
}

/** Asks before the repository at a git URL is trusted. */
export function TrustButton({ address, gitRoot }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const { mutateAsync, isPending } = useTrust();
  const ask = (): void =>
    setConfirmation({
      title: text.question(address),
      description: text.effect,
      actionLabel: text.trust,
      run: async () => {
        await mutateAsync(gitRoot);
        toastSuccess(text.trusted(address));
      },
    });
  return (
    <>
      <Button size="small" busy={isPending} onClick={ask} aria-label={text.trustNamed(address)}>
        {text.trust}
      </Button>
      {/* React passes the dialog's events on to a form around the button. */}
      <div className="contents" onSubmit={stop} onKeyDown={stop}>
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
      </div>
    </>
  );
}
