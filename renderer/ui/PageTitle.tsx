import { useTitle } from "../lib/page-title.ts";

interface Props {
  /** Of the page, in the window's title as well. */
  children: string;
  className?: string;
}

/** The one heading of a page. */
export function PageTitle({ children, className = "text-xl font-semibold" }: Props) {
  useTitle(children);
  return <h1 className={className}>{children}</h1>;
}
