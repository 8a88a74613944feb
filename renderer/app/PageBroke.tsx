import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { sentencesOf } from "../lib/api-error.ts";
import { Button } from "../ui/Button.tsx";
import { Problem } from "../ui/Problem.tsx";

/** A page that fails leaves the rest of the board standing. */
export function PageBroke({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
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
