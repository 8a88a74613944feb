import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";

interface Props {
  title: string;
  text: string;
  children: ReactNode;
  onBack: (() => void) | null;
  /** Absent where the step's own content leads on. */
  onSkip: (() => void) | null;
  /** The button that leads on, where the step's content has none. */
  onNext?: () => void;
}

/** One step. It takes the focus when it opens, so that the keyboard alone leads through all of them. */
export function Step({ title, text, children, onBack, onSkip, onNext }: Props) {
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
        <p className="text-sm text-soft">{text}</p>
      </header>
      {children}
      <footer className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
        )}
        <span className="flex-1" />
        {onSkip && (
          <Button variant="quiet" onClick={onSkip}>
            Skip this step
          </Button>
        )}
        {onNext && (
          <Button variant="primary" onClick={onNext}>
            Continue
          </Button>
        )}
      </footer>
    </section>
  );
}
