import { Star } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { useAction } from "../selection/use-action.ts";

export function FavouriteButton({ session }: { session: Session }) {
  const act = useAction();
  const { favorited } = session;
  return (
    <IconButton
      label={favorited ? "Remove from favourites" : "Add to favourites"}
      onClick={() => act(favorited ? "unfavourite" : "favourite", [session])}
    >
      <Star aria-hidden className={`size-4 ${favorited ? "fill-needs-dot text-needs-dot" : ""}`} />
    </IconButton>
  );
}
