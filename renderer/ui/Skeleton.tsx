/** Where something will be, in its size. */
export function Bar({ className = "", width }: { className?: string; width?: string }) {
  return <span className={`breathe block rounded-sm bg-line ${className}`} style={{ width }} />;
}

const widthOf = (line: number): string => `${88 - ((line * 23) % 46)}%`;

function Line({ line }: { line: number }) {
  return <Bar className="h-3.5" width={widthOf(line)} />;
}

function Row({ line }: { line: number }) {
  return (
    <span className="-mx-4 flex h-7 items-center gap-2 border-b border-line px-4">
      <Bar className="h-3 w-12 shrink-0" />
      <Bar className="h-3" width={widthOf(line)} />
    </span>
  );
}

function Card({ line }: { line: number }) {
  return (
    <span className="mb-2 flex h-15 flex-col justify-center gap-2 rounded-md border border-line bg-surface px-3">
      <Bar className="h-3.5" width={widthOf(line)} />
      <Bar className="h-3 w-1/3" />
    </span>
  );
}

const shapes = {
  lines: { Shape: Line, place: "gap-3 p-4" },
  rows: { Shape: Row, place: "px-4" },
  cards: { Shape: Card, place: "mx-auto w-full max-w-3xl px-3 py-4 md:px-6" },
} as const;

interface Props {
  lines: number;
  label: string;
  /** Of what will stand there: lines of text, rows that begin with a time, or cards. */
  shape?: keyof typeof shapes;
}

/** Bars where something will be. */
export function Skeleton({ lines, label, shape = "lines" }: Props) {
  const { Shape, place } = shapes[shape];
  return (
    <div role="status" aria-label={label} className={`flex flex-col ${place}`}>
      {Array.from({ length: lines }, (_, line) => (
        <Shape key={line} line={line} />
      ))}
    </div>
  );
}
