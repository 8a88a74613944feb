import { Component, type ReactNode, Suspense } from "react";
import { errorMessages } from "../lib/api-error.ts";
import { ChunkLoadError } from "../lib/lazy-component.ts";
import { Button } from "./Button.tsx";
import { ChunkLoadAlert } from "./ChunkLoadAlert.tsx";
import { ErrorAlert } from "./ErrorAlert.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { text } from "./text.ts";

interface Props {
  /** What is shown here, such as "the changes". */
  what: string;
  /** Shown while the code loads. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface State {
  error: unknown;
  broken: boolean;
}

const initialState: State = { error: null, broken: false };

/** A part of a page that loads and fails on its own: the rest stays usable, and this part can be retried. */
export class Pane extends Component<Props, State> {
  override state: State = initialState;

  static getDerivedStateFromError(error: unknown): State {
    return { error, broken: true };
  }

  private problem(): ReactNode {
    const { error } = this.state;
    const { what } = this.props;
    if (error instanceof ChunkLoadError) return <ChunkLoadAlert what={what} error={error} />;
    return (
      <ErrorAlert title={text.load.notShown(what)} messages={errorMessages(error)}>
        <Button size="small" onClick={() => this.setState(initialState)}>
          {text.load.tryAgain}
        </Button>
      </ErrorAlert>
    );
  }

  override render(): ReactNode {
    const { what, fallback, children } = this.props;
    if (this.state.broken) return <div className="p-4">{this.problem()}</div>;
    const skeleton = <Skeleton lines={6} label={text.load.loading(what)} />;
    return <Suspense fallback={fallback === undefined ? skeleton : fallback}>{children}</Suspense>;
  }
}
