import "./diff.css";
import type { File, Hunk as HunkData } from "gitdiff-parser";
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { Decoration, Diff, getChangeKey, Hunk, type RenderGutter } from "react-diff-view";
import { useHighlighting } from "../../ui/use-highlighting.ts";
import { placeOf, unchangedBefore } from "./diff-lines.ts";
import { diffTokens, hunkTexts } from "./diff-tokens.ts";
import { text } from "./text.ts";

export type DiffLook = "unified" | "split";

interface Props {
  /** Its extension selects the language of the highlighting. */
  path: string;
  file: File;
  hunks: HunkData[];
  look: DiffLook;
  /** Keys of the lines that the comment being written is about. */
  selected: string[];
  /** Shown under a line, by the line's key. */
  widgets: Record<string, ReactNode>;
  /** A line number was pressed; `stretch` extends the selection to it. */
  onPick(key: string, stretch: boolean): void;
  /** The lines are on the page. */
  onDrawn(table: HTMLElement): void;
}

/** The first changed line of each hunk, which the keys for hunks go to. */
const hunkStarts = (hunks: readonly HunkData[]): ReadonlySet<string> =>
  new Set(
    hunks.flatMap(({ changes }) => {
      const first = changes.find(({ type }) => type !== "normal") ?? changes[0];
      return first ? [getChangeKey(first)] : [];
    }),
  );

/** Renders a line's number, as a button on the side where it can be commented on. */
function renderNumber(first: string | null, starts: ReadonlySet<string>): RenderGutter {
  return ({ change, side, renderDefault }) => {
    const number = renderDefault();
    if (number === undefined) return null;
    const place = placeOf(change);
    if (side !== place.side) return <span className="diff-number">{number}</span>;
    const key = getChangeKey(change);
    return (
      <button
        type="button"
        // Tab reaches one number; the arrow keys move to the others.
        tabIndex={key === first ? 0 : -1}
        data-line={key}
        data-hunk={starts.has(key) ? "" : undefined}
        aria-label={text.diffTable.comment(place.line, side === "old")}
        className="diff-number"
      >
        {number}
      </button>
    );
  };
}

const keyOfLine = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>("button[data-line]")?.dataset["line"] : undefined;

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus between line numbers with the arrow keys. */
function onArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || keyOfLine(event.target) === undefined) return;
  event.preventDefault();
  const numbers = [...event.currentTarget.querySelectorAll<HTMLElement>("button[data-line]")];
  numbers[numbers.indexOf(event.target as HTMLElement) + step]?.focus();
}

function Gap({ lines }: { lines: number }) {
  return (
    <div className="border-y border-line bg-sunken px-3 py-0.5 font-sans text-2xs text-faint">
      {text.diffTable.unchanged(lines)}
    </div>
  );
}

/** The diff of one file as a table of lines. */
export function DiffTable({ path, file, hunks, look, selected, widgets, onPick, onDrawn }: Props) {
  const first = hunks[0]?.changes[0];
  const renderGutter = useMemo(
    () => renderNumber(first ? getChangeKey(first) : null, hunkStarts(hunks)),
    [first, hunks],
  );
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (table.current) onDrawn(table.current);
  }, [onDrawn]);
  const spans = useHighlighting(
    useMemo(() => ({ parts: hunkTexts(hunks), languageHint: { file: path } }), [hunks, path]),
    table,
  );
  const tokens = useMemo(() => diffTokens(hunks, spans), [hunks, spans]);
  const onClick = (event: MouseEvent): void => {
    const key = keyOfLine(event.target);
    if (key !== undefined) onPick(key, event.shiftKey);
  };
  return (
    // Clicks are handled here for all line numbers.
    <div ref={table} role="presentation" onClick={onClick} onKeyDown={onArrows} className="overflow-x-auto">
      <Diff
        viewType={look}
        diffType={file.type}
        hunks={hunks}
        selectedChanges={selected}
        widgets={widgets}
        tokens={tokens}
        renderGutter={renderGutter}
      >
        {(drawn) =>
          drawn.map((hunk, position) => {
            const unchanged = unchangedBefore(drawn, position);
            return (
              <Fragment key={hunk.content}>
                {unchanged > 0 ? (
                  <Decoration>
                    <Gap lines={unchanged} />
                  </Decoration>
                ) : null}
                <Hunk hunk={hunk} />
              </Fragment>
            );
          })
        }
      </Diff>
    </div>
  );
}
