import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { sentencesOf } from "../lib/api-error.ts";
import { PartGone } from "../lib/lazy-component.ts";
import { Button } from "../ui/Button.tsx";
import { MissingCode } from "../ui/ChunkLoadAlert.tsx";
import { Problem } from "../ui/ErrorAlert.tsx";

/** A page that fails leaves the rest of the board standing. */
export function PageBroke({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  if (error instanceof PartGone) {
    return (
      <div className="p-4">
        <MissingCode what="this page" error={error} />
      </div>
    );
  }
  return (
    <div className="p-4">
      <Problem title="This page went wrong" sentences={sentencesOf(error)}>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
        <Button size="small" onClick={() => location.reload()}>
          Load the board anew
        </Button>
      </Problem>
    </div>
  );
}
