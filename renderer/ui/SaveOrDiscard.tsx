import { Button } from "./Button.tsx";

interface Props {
  isChanged: boolean;
  isValid: boolean;
  isPending: boolean;
  labels: { save: string; discard: string };
  discard(): void;
}

/** Saves the form that it is in, or takes the changes back. */
export function SaveOrDiscard({ isChanged, isValid, isPending, labels, discard }: Props) {
  return (
    <footer className="flex flex-wrap gap-2">
      <Button type="submit" variant="primary" busy={isPending} disabled={!isChanged || !isValid}>
        {labels.save}
      </Button>
      {isChanged && (
        <Button disabled={isPending} onClick={discard}>
          {labels.discard}
        </Button>
      )}
    </footer>
  );
}
