import { Component, type ReactNode, Suspense } from "react";
import { errorMessages } from "../lib/api-error.ts";
import { ChunkLoadError } from "../lib/lazy-component.ts";
import { Button } from "./Button.tsx";
import { ChunkLoadAlert } from "./ChunkLoadAlert.tsx";
import { ErrorAlert } from "./ErrorAlert.tsx";
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
    if (error instanceof ChunkLoadError) return <ChunkLoadAlert what={what} error={error} />;
    return (
      <ErrorAlert title={`Could not show ${what}`} messages={errorMessages(error)}>
        <Button size="small" onClick={() => this.setState(whole)}>
          Try again
        </Button>
      </ErrorAlert>
    );
  }

  override render(): ReactNode {
    const { what, until, children } = this.props;
    if (this.state.broken) return <div className="p-4">{this.problem()}</div>;
    const waiting = until === undefined ? <Skeleton lines={6} label={`Loading ${what}`} /> : until;
    return <Suspense fallback={waiting}>{children}</Suspense>;
  }
}
