import { errorMessages } from "../lib/api-error.ts";
import { Button } from "./Button.tsx";
import { ErrorAlert } from "./ErrorAlert.tsx";

interface Props {
  /** What was being read, as a sentence has it: "the keys". */
  what: string;
  error: unknown;
  onRetry(): void;
}

/** Something could not be read, why, and another try. */
export function LoadErrorAlert({ what, error, onRetry }: Props) {
  return (
    <ErrorAlert title={`Could not load ${what}`} messages={errorMessages(error)}>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </ErrorAlert>
  );
}
