import { TriangleAlert } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { CopyableText } from "../../../ui/CopyableText.tsx";
import { text } from "./text.ts";

/** A new secret, shown once. */
export function NewSecret({ token, onDone }: { token: string; onDone(): void }) {
  return (
    <>
      <p className="flex gap-2 text-sm text-needs">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {text.secret.copyNow}
      </p>
      <CopyableText label={text.secret.copy} value={token} />
      <footer className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          {text.secret.done}
        </Button>
      </footer>
    </>
  );
}
