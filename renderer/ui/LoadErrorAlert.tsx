import { sentencesOf } from "../lib/api-error.ts";
import { Button } from "./Button.tsx";
import { Problem } from "./ErrorAlert.tsx";

interface Props {
  /** What was being read, as a sentence has it: "the keys". */
  what: string;
  error: unknown;
  onRetry(): void;
}

/** Something could not be read, why, and another try. */
export function LoadProblem({ what, error, onRetry }: Props) {
  return (
    <Problem title={`Could not load ${what}`} sentences={sentencesOf(error)}>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </Problem>
  );
}
