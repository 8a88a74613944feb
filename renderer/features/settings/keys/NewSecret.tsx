import { TriangleAlert } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { CopyableText } from "../../../ui/CopyableText.tsx";

/** A secret in its only copy. */
export function NewSecret({ token, onDone }: { token: string; onDone(): void }) {
  return (
    <>
      <p className="flex gap-2 text-sm text-needs">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        Copy the key now. Only its fingerprint is stored, so it cannot be shown again.
      </p>
      <CopyableText label="Copy key" value={token} />
      <footer className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </footer>
    </>
  );
}
