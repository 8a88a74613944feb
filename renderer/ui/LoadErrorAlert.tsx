import { errorMessages } from "../lib/api-error.ts";
import { Button } from "./Button.tsx";
import { ErrorAlert } from "./ErrorAlert.tsx";

interface Props {
  /** What failed to load, such as "the keys". */
  what: string;
  error: unknown;
  onRetry(): void;
}

/** Says that something could not be loaded and why, with a button to retry. */
export function LoadErrorAlert({ what, error, onRetry }: Props) {
  return (
    <ErrorAlert title={`Could not load ${what}`} messages={errorMessages(error)}>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </ErrorAlert>
  );
}
