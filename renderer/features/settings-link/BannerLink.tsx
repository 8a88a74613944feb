import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link from a banner above the pages to a page of the settings. */
export function BannerLink({ section, children }: { section: string; children: ReactNode }) {
  return (
    <Link to="/settings/$section" params={{ section }} className="font-medium underline underline-offset-2">
      {children}
    </Link>
  );
}
