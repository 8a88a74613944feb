import type { MouseEvent } from "react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { changeSelection, extendTo, toggle, useSelection } from "../../selection/selection.store.ts";
import { StatusIcon } from "../../sessions/StatusIcon.tsx";

interface Props {
  session: Session;
  /** The ids on the screen from top to bottom, asked for at the press. */
  order(): readonly number[];
}

/** A finger finds the box in the place of the mark, which stays in sight until it is ticked. */
const untouched =
  "size-4 opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 focus-visible:opacity-100 pointer-coarse:size-10 pointer-coarse:opacity-0!";

/** The status, which becomes a box to tick under the pointer, with the focus, or once it is ticked. */
export function RowCheckbox({ session, order }: Props) {
  const { id, title } = session;
  const isSelected = useSelection(({ ids }) => ids.has(id));
  const press = ({ shiftKey }: MouseEvent): void =>
    changeSelection((held) => (shiftKey ? extendTo(held, id, order()) : toggle(held, id)));
  return (
    <span className="relative z-10 -ms-1 grid size-6 shrink-0 place-items-center pointer-coarse:-ms-2 pointer-coarse:size-10">
      <span
        className={
          isSelected
            ? "opacity-0"
            : "pointer-fine:group-hover/row:opacity-0 pointer-fine:group-focus-within/row:opacity-0"
        }
      >
        <StatusIcon status={session.status} />
      </span>
      <input
        type="checkbox"
        aria-label={`Select “${title}”`}
        checked={isSelected}
        onClick={press}
        onChange={() => undefined}
        className={`absolute inset-0 m-auto accent-(--accent-fill) ${isSelected ? "size-4 pointer-coarse:size-5" : untouched}`}
      />
    </span>
  );
}
