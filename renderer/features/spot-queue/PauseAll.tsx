import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { usePauseAll, useResumeAll } from "./api.ts";
import { text } from "./text.ts";

const words = text.all;

interface Props {
  isPaused: boolean;
  /** Sessions that work or wait for a thread. */
  working: number;
}

/** Stops all work, after a question if some of it would be interrupted, and lets it go on. */
export function PauseAll({ isPaused, working }: Props) {
  const [asks, setAsks] = useState(false);
  const pause = usePauseAll();
  const { mutate, isPending } = useResumeAll();
  const resume = (): void =>
    mutate(undefined, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: (error) => toastError(words.resumeFailed, error),
    });
  const pauseNow = async (): Promise<void> => {
    const { message } = await pause.mutateAsync();
    toastSuccess(message, { undo: resume });
  };
  if (isPaused)
    return (
      <Button variant="primary" size="small" busy={isPending} onClick={resume}>
        {!isPending && <Play aria-hidden className="size-3.5" />}
        {words.resume}
      </Button>
    );
  const ask = (): void => {
    if (working > 0) setAsks(true);
    else void pauseNow().catch((error: unknown) => toastError(words.pauseFailed, error));
  };
  return (
    <>
      <Button size="small" busy={pause.isPending} onClick={ask}>
        {!pause.isPending && <Pause aria-hidden className="size-3.5" />}
        {words.pause}
      </Button>
      <ConfirmDialog
        confirmation={
          asks
            ? {
                title: words.title,
                description: words.body(working),
                actionLabel: words.confirm,
                run: pauseNow,
              }
            : null
        }
        onClose={() => setAsks(false)}
      />
    </>
  );
}
