/** A placeholder bar in the size of the coming content. */
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

function Step({ line }: { line: number }) {
  return (
    <span className="relative ms-5 flex flex-col gap-2 border-s border-line py-2 ps-4">
      <span className="absolute -start-[4.5px] top-2.5 size-2 rounded-full bg-line-strong ring-2 ring-surface" />
      <span className="flex justify-between">
        <Bar className="h-3 w-24" />
        <Bar className="h-2.5 w-12" />
      </span>
      <Bar className="h-2.5" width={widthOf(line)} />
    </span>
  );
}

function File({ line }: { line: number }) {
  return (
    <span className="flex h-11 items-center gap-2 rounded-md border border-line bg-surface px-2.5">
      <Bar className="size-4 shrink-0" />
      <Bar className="h-3" width={widthOf(line)} />
    </span>
  );
}

function Session({ line }: { line: number }) {
  return (
    <span className="flex h-11 items-center gap-3 border-b border-line bg-surface px-4">
      <Bar className="size-4 shrink-0" />
      <Bar className="h-3.5 max-w-96" width={widthOf(line)} />
    </span>
  );
}

const shapes = {
  lines: { Shape: Line, place: "gap-3 p-4" },
  rows: { Shape: Row, place: "px-4" },
  steps: { Shape: Step, place: "pe-4 pb-2" },
  files: { Shape: File, place: "gap-2" },
  sessions: { Shape: Session, place: "" },
  cards: { Shape: Card, place: "mx-auto w-full max-w-3xl px-3 py-4 md:px-6" },
} as const;

interface Props {
  lines: number;
  label: string;
  /** Shape of the coming content: lines of text, rows that begin with a time, steps of a history, files, sessions, or cards. */
  shape?: keyof typeof shapes;
}

/** Placeholder bars for content that is loading. */
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
