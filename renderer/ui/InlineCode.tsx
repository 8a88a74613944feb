import type { ReactNode } from "react";

/** One line in which what is between backticks is shown as code; a backtick without its pair stays. */
export function InlineCode({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, index } of text.matchAll(/`([^`\n]+)`/g)) {
    parts.push(text.slice(end, index));
    parts.push(
      <code key={index} className="rounded-sm bg-sunken px-1 text-[0.93em]">
        {code}
      </code>,
    );
    end = index + whole.length;
  }
  return [...parts, text.slice(end)];
}
