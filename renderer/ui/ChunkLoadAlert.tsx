import type { ChunkLoadError } from "../lib/lazy-component.ts";
import { Button } from "./Button.tsx";
import { ErrorAlert } from "./ErrorAlert.tsx";
import { text } from "./text.ts";

/** Says that part of the page cannot be loaded, with a button to reload. */
export function ChunkLoadAlert({ what, error }: { what: string; error: ChunkLoadError }) {
  const title = error.reason === "updated" ? text.load.updated : text.load.failed(what);
  return (
    <ErrorAlert title={title} messages={[error.message]}>
      <Button size="small" onClick={() => location.reload()}>
        {text.load.reload}
      </Button>
    </ErrorAlert>
  );
}
