import { Link } from "@tanstack/react-router";
import { EmptyState } from "../ui/EmptyState.tsx";

export function NotFound() {
  return (
    <EmptyState
      page
      title="There is no such page"
      text="The address leads nowhere. It may have been mistyped."
    >
      <Link to="/" className="font-medium text-accent hover:underline">
        Go to the board
      </Link>
    </EmptyState>
  );
}
