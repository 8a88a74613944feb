import { Component, type ReactNode, Suspense } from "react";
import { sentencesOf } from "../lib/api-error.ts";
import { PartGone } from "../lib/lazy-component.ts";
import { Button } from "./Button.tsx";
import { MissingCode } from "./ChunkLoadAlert.tsx";
import { Problem } from "./ErrorAlert.tsx";
import { Skeleton } from "./Skeleton.tsx";

interface Props {
  /** What stands here, as a sentence has it: "the changes". */
  what: string;
  /** Stands here until its code is there. */
  until?: ReactNode;
  children: ReactNode;
}

interface State {
  error: unknown;
  broken: boolean;
}

const whole: State = { error: null, broken: false };

/** A part of a page that may come later or break by itself: the rest stays, and this part says so and can be tried again. */
export class Pane extends Component<Props, State> {
  override state: State = whole;

  static getDerivedStateFromError(error: unknown): State {
    return { error, broken: true };
  }

  private problem(): ReactNode {
    const { error } = this.state;
    const { what } = this.props;
    if (error instanceof PartGone) return <MissingCode what={what} error={error} />;
    return (
      <Problem title={`Could not show ${what}`} sentences={sentencesOf(error)}>
        <Button size="small" onClick={() => this.setState(whole)}>
          Try again
        </Button>
      </Problem>
    );
  }

  override render(): ReactNode {
    const { what, until, children } = this.props;
    if (this.state.broken) return <div className="p-4">{this.problem()}</div>;
    const waiting = until === undefined ? <Skeleton lines={6} label={`Loading ${what}`} /> : until;
    return <Suspense fallback={waiting}>{children}</Suspense>;
  }
}
