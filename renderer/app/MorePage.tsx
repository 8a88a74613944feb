import { Link } from "@tanstack/react-router";
import { ChevronRight, Info, Mic, Palette } from "lucide-react";
import { FuelMeters } from "../features/fuel/FuelMeters.tsx";
import { toggleTalk } from "../features/talk/talk.store.ts";
import { PageTitle } from "../ui/PageTitle.tsx";
import { ConnectionStatus } from "./ConnectionStatus.tsx";
import { navItems } from "./nav-items.ts";
import { text } from "./text.ts";

const line =
  "flex min-h-14 items-center gap-3 border-b border-line px-1 py-2 last:border-0 hover:bg-hover [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-soft";

function Words({ title, about }: { title: string; about: string }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block text-sm font-medium">{title}</span>
      <span className="block text-xs text-soft">{about}</span>
    </span>
  );
}

const next = <ChevronRight aria-hidden className="rtl:-scale-x-100" />;

/** The pages without a tab on phones. */
export function MorePage() {
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-3xl flex-col px-4 pt-4 pb-10">
          <header className="flex items-center justify-between gap-3 pb-2">
            <PageTitle>{text.more.title}</PageTitle>
            <ConnectionStatus />
          </header>
          <nav aria-label={text.more.title} className="flex flex-col">
            <button type="button" className={`${line} text-start`} onClick={toggleTalk}>
              <Mic aria-hidden />
              <Words title={text.navigation.talk} about={text.navigation.talkAbout} />
              {next}
            </button>
            {navItems
              .filter(({ tab }) => !tab)
              .map(({ id, to, title, about, icon: Icon }) => (
                <Link key={id} to={to} className={line}>
                  <Icon aria-hidden />
                  <Words title={title} about={about} />
                  {next}
                </Link>
              ))}
            <Link to="/settings/$section" params={{ section: "appearance" }} className={line}>
              <Palette aria-hidden />
              <Words title={text.more.appearance} about={text.more.appearanceHint} />
              {next}
            </Link>
            <Link to="/settings/$section" params={{ section: "about" }} className={line}>
              <Info aria-hidden />
              <Words title={text.more.about} about={text.more.aboutHint} />
              {next}
            </Link>
          </nav>
        </div>
      </div>
      <FuelMeters className="max-h-2/5 shrink-0 overflow-y-auto border-t border-line bg-surface px-2 py-1 md:hidden" />
    </>
  );
}
