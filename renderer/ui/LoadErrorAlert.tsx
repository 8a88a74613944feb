import { errorMessages } from "../lib/api-error.ts";
import { Button } from "./Button.tsx";
import { ErrorAlert } from "./ErrorAlert.tsx";
import { text } from "./text.ts";

interface Props {
  /** What failed to load, such as "the keys". */
  what: string;
  error: unknown;
  onRetry(): void;
}

/** Says that something could not be loaded and why, with a button to retry. */
export function LoadErrorAlert({ what, error, onRetry }: Props) {
  return (
    <ErrorAlert title={text.load.failed(what)} messages={errorMessages(error)}>
      <Button size="small" onClick={onRetry}>
        {text.load.tryAgain}
      </Button>
    </ErrorAlert>
  );
}
