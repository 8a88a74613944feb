import { Link, type LinkProps, Outlet } from "@tanstack/react-router";

export interface PageTab {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  /** Whether its address is the beginning of those of the other tabs. */
  exact?: boolean;
}

/** Pages that belong together, each with an address of its own, below links to all of them. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <>
      <nav
        aria-label={label}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line bg-surface px-2 [scrollbar-width:none] md:px-4"
      >
        {tabs.map(({ to, label: name, exact = false }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact, includeSearch: false }}
            className="-mb-px border-b-2 border-transparent px-2 py-2 text-xs whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:py-3"
          >
            {name}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
