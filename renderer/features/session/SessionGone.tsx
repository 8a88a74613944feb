import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../ui/EmptyState.tsx";

export function SessionGone({ reference }: { reference: string }) {
  return (
    <EmptyState
      page
      title="There is no such session"
      text={`Nothing is known of “${reference}”. It may have been deleted.`}
    >
      <Link to="/" className="font-medium text-accent hover:underline">
        Go to the board
      </Link>
    </EmptyState>
  );
}
