import { errorMessages } from "../../lib/api-error.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Pane } from "../../ui/Pane.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { text } from "./text.ts";
import { useElicitations } from "./use-elicitations.ts";

const ElicitationCard = lazyComponent(
  async () => (await import("./ElicitationCard.tsx")).ElicitationCard,
  "preload",
);

/** The open questions of a session, oldest first. */
export function Elicitations({ sessionId }: { sessionId: number }) {
  const { data, error, refetch } = useElicitations(sessionId);
  const questions = data?.elicitations ?? [];
  if (error !== null && questions.length === 0) {
    return (
      <ErrorAlert title={text.loadFailed} messages={errorMessages(error)}>
        <Button size="small" onClick={() => void refetch()}>
          {text.retry}
        </Button>
      </ErrorAlert>
    );
  }
  if (questions.length === 0) return null;
  return (
    <section
      aria-label={text.region}
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="mb-2 flex max-h-[55dvh] flex-col gap-2 overflow-y-auto"
    >
      <Pane what={text.question} fallback={<Skeleton lines={3} label={text.loading} />}>
        {questions.map((question) => (
          <ElicitationCard key={question.id} question={question} />
        ))}
      </Pane>
    </section>
  );
}
