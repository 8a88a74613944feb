import { useEffect, useState } from "react";
import type { Elicitation } from "../../../server/domains/sessions/elicitations/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
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

/** The open questions of a session, oldest first. If it asks, the code of the card is fetched beside them. */
export function Elicitations({ session: { id, attention } }: { session: Pick<Session, "id" | "attention"> }) {
  const { data, error, refetch } = useElicitations(id);
  const isAsking = attention?.kind === "question";
  useEffect(() => {
    // One that cannot be loaded says so where it is drawn.
    if (isAsking) ElicitationCard.preload().catch(() => undefined);
  }, [isAsking]);
  const questions = data?.elicitations ?? [];
  // A question that comes later does not take the keyboard from whoever does something else.
  const [atOpening, setAtOpening] = useState<readonly Elicitation[] | null>(null);
  if (data !== undefined && atOpening === null) setAtOpening(questions);
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
        {questions.map((question, at) => (
          <ElicitationCard
            key={question.id}
            question={question}
            focused={at === 0 && atOpening?.some(({ id }) => id === question.id) === true}
          />
        ))}
      </Pane>
    </section>
  );
}
