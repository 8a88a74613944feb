import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Pane } from "../../ui/Pane.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useTalk } from "../talk/talk.store.ts";
import { type SettingsGroup, type SettingsSection, settingsGroups, settingsSections } from "./sections.ts";
import { text } from "./text.ts";

const listTitle = "px-2.5 pt-1 pb-2 text-lg font-semibold";

function Group({ title, sections }: SettingsGroup) {
  return (
    <>
      <p className="px-2.5 pt-3 pb-1 text-2xs font-semibold text-faint first-of-type:pt-0 max-md:pt-5">
        {title}
      </p>
      {sections.map(({ id, title, about }) => (
        <Link
          key={id}
          to="/settings/$section"
          params={{ section: id }}
          className="rounded-md px-2.5 py-1.5 text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink max-md:rounded-none max-md:border-b max-md:border-line max-md:py-3"
        >
          <span className="block text-sm font-medium">{title}</span>
          <span className="block text-xs text-faint md:hidden">{about}</span>
        </Link>
      ))}
    </>
  );
}

const listShown = { alone: "flex", beside: "hidden md:flex", forTalk: "hidden 2xl:flex" } as const;

/** Beside the page if there is room, otherwise a page of its own. */
function SectionList({ shown }: { shown: keyof typeof listShown }) {
  const alone = shown === "alone";
  return (
    <nav
      aria-label={text.page.title}
      className={`w-full shrink-0 flex-col gap-0.5 overflow-y-auto p-3 md:w-44 md:border-e lg:w-60 md:border-line ${listShown[shown]}`}
    >
      {alone ? (
        <PageTitle className={listTitle}>{text.page.title}</PageTitle>
      ) : (
        <p className={listTitle}>{text.page.title}</p>
      )}
      {settingsGroups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </nav>
  );
}

function SectionBody({ section, isBesideTalk }: { section: SettingsSection; isBesideTalk: boolean }) {
  const Page = section.page;
  return (
    <div className={`min-w-0 flex-1 overflow-y-auto ${isBesideTalk ? "lg:max-2xl:me-96" : ""}`}>
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-10">
        <header>
          <Link
            to="/settings"
            className="mb-1 inline-flex items-center gap-1 py-2 text-xs text-soft hover:text-ink md:hidden"
          >
            <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
            {text.page.all}
          </Link>
          <PageTitle>{section.title}</PageTitle>
          <p className="text-sm text-soft">{section.about}</p>
        </header>
        <Pane
          what={text.page.loading}
          fallback={<Skeleton lines={6} label={text.page.loadingSection(section.title)} />}
        >
          <Page />
        </Pane>
      </div>
    </div>
  );
}

/** The list of sections and the open one. */
export function SettingsPage() {
  const { section: id } = useParams({ strict: false });
  const section = settingsSections.find((candidate) => candidate.id === id);
  // The panel lies over pages that are not wide enough for both, except over its own settings.
  const isBesideTalk = useTalk(({ open }) => open) && id === "live";
  return (
    <div className="flex min-h-0 flex-1">
      <SectionList shown={id === undefined ? "alone" : isBesideTalk ? "forTalk" : "beside"} />
      {section !== undefined && (
        <SectionBody key={section.id} section={section} isBesideTalk={isBesideTalk} />
      )}
      {section === undefined && id !== undefined && (
        <div className="flex-1">
          <EmptyState page title={text.page.notFound} text={text.page.notFoundHint}>
            <Link to="/settings" className="font-medium text-accent hover:underline">
              {text.page.all}
            </Link>
          </EmptyState>
        </div>
      )}
    </div>
  );
}
