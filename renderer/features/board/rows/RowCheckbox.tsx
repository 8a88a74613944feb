import type { MouseEvent } from "react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { changeSelection, extendTo, toggle, useSelection } from "../../selection/selection.store.ts";
import { StatusIcon } from "../../sessions/StatusIcon.tsx";
import { text } from "./text.ts";

interface Props {
  session: Session;
  /** The ids in screen order, read when the box is pressed. */
  order(): readonly number[];
}

/** On a touch screen the box lies invisibly over the status icon until it is checked. */
const unchecked =
  "size-4 opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 focus-visible:opacity-100 pointer-coarse:size-10 pointer-coarse:opacity-0!";

/** The status icon, which becomes a checkbox under the pointer, with the focus, and when checked. */
export function RowCheckbox({ session, order }: Props) {
  const { id, title } = session;
  const isSelected = useSelection(({ ids }) => ids.has(id));
  const press = ({ shiftKey }: MouseEvent): void =>
    changeSelection((selection) => (shiftKey ? extendTo(selection, id, order()) : toggle(selection, id)));
  return (
    <span className="relative z-10 -ms-1 grid size-6 shrink-0 place-items-center pointer-coarse:-ms-2 pointer-coarse:size-10">
      <span
        className={
          isSelected
            ? "opacity-0"
            : "pointer-fine:group-hover/row:opacity-0 pointer-fine:group-focus-within/row:opacity-0"
        }
      >
        <StatusIcon status={session.status} attention={session.attention?.kind} />
      </span>
      <input
        type="checkbox"
        aria-label={text.select(title)}
        checked={isSelected}
        onClick={press}
        onChange={() => undefined}
        className={`absolute inset-0 m-auto accent-(--accent-fill) ${isSelected ? "size-4 pointer-coarse:size-5" : unchecked}`}
      />
    </span>
  );
}
