import { PageTabs } from "../ui/PageTabs.tsx";
import { text } from "./text.ts";

/** What waits for a slot, and what waits to become a session. */
export const QueuePages = () => (
  <PageTabs
    label={text.pages.queue}
    tabs={[
      { to: "/queue", label: text.pages.spotQueue, exact: true },
      { to: "/queue/backlog", label: text.pages.backlog },
    ]}
  />
);

/** How well the work went. */
export const QualityPages = () => (
  <PageTabs
    label={text.pages.quality}
    tabs={[
      { to: "/quality", label: text.pages.goals, exact: true },
      { to: "/quality/outcomes", label: text.pages.outcomes },
      { to: "/quality/gates", label: text.pages.gates },
    ]}
  />
);
