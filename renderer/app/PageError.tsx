import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { errorMessages } from "../lib/api-error.ts";
import { ChunkLoadError } from "../lib/lazy-component.ts";
import { Button } from "../ui/Button.tsx";
import { ChunkLoadAlert } from "../ui/ChunkLoadAlert.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorAlert } from "../ui/ErrorAlert.tsx";
import { text } from "./text.ts";

/** Shown in place of a page that failed; the rest of the board keeps working. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  if (error instanceof ChunkLoadError) {
    return (
      <div className="p-4">
        <ChunkLoadAlert what={text.errors.thisPage} error={error} />
      </div>
    );
  }
  return (
    <div className="p-4">
      <ErrorAlert title={text.errors.notShown} messages={errorMessages(error)}>
        <Button size="small" onClick={retry}>
          {text.errors.tryAgain}
        </Button>
        <Button size="small" onClick={() => location.reload()}>
          {text.errors.reload}
        </Button>
      </ErrorAlert>
    </div>
  );
}

export function NotFound() {
  return (
    <EmptyState page title={text.errors.notFound} text={text.errors.notFoundHint}>
      <Link to="/" className="font-medium text-accent hover:underline">
        {text.errors.toBoard}
      </Link>
    </EmptyState>
  );
}
