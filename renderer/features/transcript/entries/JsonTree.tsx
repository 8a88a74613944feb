import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { RichText } from "./RichText.tsx";
import { text } from "./text.ts";

/** How many members of a level are shown at once. */
const membersAtOnce = 100;
/** The depth that is expanded at first. */
const openDepth = 1;

const tones: Record<string, string> = {
  string: "text-running",
  number: "text-accent",
  boolean: "text-needs",
};

function Leaf({ value }: { value: unknown }) {
  if (typeof value === "string") {
    return (
      <span className="wrap-anywhere whitespace-pre-wrap">
        <RichText text={value} />
      </span>
    );
  }
  return <span className={tones[typeof value] ?? "text-faint"}>{String(value)}</span>;
}

interface Props {
  /** Null for the root. */
  name: string | null;
  value: unknown;
  depth?: number;
}

const Name = ({ name }: { name: string }) => <span className="text-soft">{name}: </span>;

/** A JSON value with levels that can be expanded. */
export function JsonTree({ name, value, depth = 0 }: Props) {
  const [open, setOpen] = useState(depth <= openDepth);
  const [limit, setLimit] = useState(membersAtOnce);
  if (typeof value !== "object" || value === null) {
    return (
      <div className="ps-4">
        {name !== null && <Name name={name} />}
        <Leaf value={value} />
      </div>
    );
  }
  const members = Object.entries(value);
  const count = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`;
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex items-center gap-1 rounded-sm hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={`size-3 shrink-0 text-faint transition-transform ${open ? "rotate-90" : "rtl:rotate-180"}`}
        />
        {name !== null && <Name name={name} />}
        <span className="text-faint">{count}</span>
      </button>
      {open && (
        <div className="ms-1.5 border-s border-line ps-1.5">
          {members.slice(0, limit).map(([key, member]) => (
            <JsonTree key={key} name={key} value={member} depth={depth + 1} />
          ))}
          {members.length > limit && (
            <button
              type="button"
              onClick={() => setLimit(limit + membersAtOnce)}
              className="ps-4 font-sans text-accent hover:underline"
            >
              {text.long.showMembers(members.length)}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
