import { useTitle } from "../lib/page-title.ts";

interface Props {
  /** Also shown in the window's title. */
  children: string;
  className?: string;
}

/** The one heading of a page. */
export function PageTitle({ children, className = "text-xl font-semibold" }: Props) {
  useTitle(children);
  return <h1 className={className}>{children}</h1>;
}
