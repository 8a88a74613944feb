import type { PartGone } from "../lib/lazy-component.ts";
import { Button } from "./Button.tsx";
import { Problem } from "./ErrorAlert.tsx";

/** Says that the code of a part is not to be had any more, which only a new load mends. */
export function MissingCode({ what, error }: { what: string; error: PartGone }) {
  const title = error.because === "updated" ? "Signalbox was updated" : `Could not fetch ${what}`;
  return (
    <Problem title={title} sentences={[error.message]}>
      <Button size="small" onClick={() => location.reload()}>
        Reload
      </Button>
    </Problem>
  );
}
