import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { text } from "./text.ts";

interface Props {
  title: string;
  description: string;
  children: ReactNode;
  onBack: (() => void) | null;
  /** Null if the step cannot be skipped. */
  onSkip: (() => void) | null;
  /** The button to the next step, if the content has none. */
  onNext?: () => void;
}

/** One step. Takes the focus when it opens, so that the keyboard works throughout. */
export function Step({ title, description, children, onBack, onSkip, onNext }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-label={title}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <header>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h2>
        <p className="text-sm text-soft">{description}</p>
      </header>
      {children}
      <footer className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            {text.steps.back}
          </Button>
        )}
        <span className="flex-1" />
        {onSkip && (
          <Button variant="quiet" onClick={onSkip}>
            {text.steps.skip}
          </Button>
        )}
        {onNext && (
          <Button variant="primary" onClick={onNext}>
            {text.steps.continue}
          </Button>
        )}
      </footer>
    </section>
  );
}
