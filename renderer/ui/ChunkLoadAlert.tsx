import type { ChunkLoadError } from "../lib/lazy-component.ts";
import { Button } from "./Button.tsx";
import { ErrorAlert } from "./ErrorAlert.tsx";

/** Says that the code of a part is not to be had any more, which only a new load mends. */
export function ChunkLoadAlert({ what, error }: { what: string; error: ChunkLoadError }) {
  const title = error.reason === "updated" ? "Signalbox was updated" : `Could not fetch ${what}`;
  return (
    <ErrorAlert title={title} messages={[error.message]}>
      <Button size="small" onClick={() => location.reload()}>
        Reload
      </Button>
    </ErrorAlert>
  );
}
