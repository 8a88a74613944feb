import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { errorMessages } from "../lib/api-error.ts";
import { ChunkLoadError } from "../lib/lazy-component.ts";
import { Button } from "../ui/Button.tsx";
import { ChunkLoadAlert } from "../ui/ChunkLoadAlert.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorAlert } from "../ui/ErrorAlert.tsx";

/** A page that fails leaves the rest of the board standing. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  if (error instanceof ChunkLoadError) {
    return (
      <div className="p-4">
        <ChunkLoadAlert what="this page" error={error} />
      </div>
    );
  }
  return (
    <div className="p-4">
      <ErrorAlert title="This page could not be shown" messages={errorMessages(error)}>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
        <Button size="small" onClick={() => location.reload()}>
          Reload the board
        </Button>
      </ErrorAlert>
    </div>
  );
}

export function NotFound() {
  return (
    <EmptyState page title="Page not found" text="Check the address, or go back to the board.">
      <Link to="/" className="font-medium text-accent hover:underline">
        Go to the board
      </Link>
    </EmptyState>
  );
}
