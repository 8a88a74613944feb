import type { ReactNode } from "react";
import { useTitle } from "../lib/page-title.ts";

interface Props {
  title: string;
  text?: string;
  /** Actions to offer. */
  children?: ReactNode;
  /** Fills a whole page, and its title becomes the page's title. */
  page?: boolean;
}

/** Explains why a list or page is empty and what to do about it. */
export function EmptyState({ page = false, ...words }: Props) {
  return page ? <EmptyPage {...words} /> : <Words {...words} Heading="h2" />;
}

function EmptyPage(words: Omit<Props, "page">) {
  useTitle(words.title);
  return <Words {...words} Heading="h1" />;
}

function Words({ title, text, children, Heading }: Omit<Props, "page"> & { Heading: "h1" | "h2" }) {
  return (
    <div data-empty className="mx-auto flex max-w-sm flex-col items-center gap-1.5 px-6 py-20 text-center">
      <Heading className="text-base font-semibold text-ink">{title}</Heading>
      {text !== undefined && <p className="text-sm text-soft">{text}</p>}
      {children !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
