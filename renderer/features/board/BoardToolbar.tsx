import { Archive, Search, X } from "lucide-react";
import type { RefObject } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { changeBoardView, setRuntime, setSearch, toggleArchived, useBoardView } from "./board.store.ts";
import { runtimeChoices } from "./view-model.ts";

const anyRuntime = { value: "", label: "Any runtime" };

function SearchBox({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const search = useBoardView((view) => view.search);
  const change = (text: string): void => changeBoardView((view) => setSearch(view, text));
  return (
    <search className="relative min-w-0 flex-1 max-md:basis-full md:max-w-88">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        ref={input}
        type="text"
        enterKeyHint="search"
        aria-label="Search titles and metadata"
        placeholder="Search titles and metadata"
        value={search}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          change("");
          event.currentTarget.blur();
        }}
        className="field h-8 ps-8 pe-8 pointer-coarse:h-10"
      />
      <span className="absolute top-1/2 right-1.5 -translate-y-1/2">
        {search === "" ? (
          <span className="pointer-coarse:hidden">
            <Kbd shortcut="/" />
          </span>
        ) : (
          <IconButton label="Clear the search" className="size-6" onClick={() => change("")}>
            <X aria-hidden className="size-3.5" />
          </IconButton>
        )}
      </span>
    </search>
  );
}

interface Props {
  sessions: readonly Session[];
  input: RefObject<HTMLInputElement | null>;
}

export function BoardToolbar({ sessions, input }: Props) {
  const { runtime, showArchived } = useBoardView();
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2 md:px-4">
      <h1 className="me-2 text-base font-semibold max-md:sr-only">Board</h1>
      <SearchBox input={input} />
      <Choice
        aria-label="Runtime"
        className="w-34 [&>select]:h-8 max-md:flex-1 pointer-coarse:[&>select]:h-10"
        value={runtime ?? ""}
        options={[anyRuntime, ...runtimeChoices(sessions, runtime)]}
        onChoose={(value) => changeBoardView((view) => setRuntime(view, value === "" ? null : value))}
      />
      <Button
        look={showArchived ? "plain" : "quiet"}
        aria-pressed={showArchived}
        onClick={() => changeBoardView(toggleArchived)}
      >
        <Archive aria-hidden className="size-3.5" />
        Archived
      </Button>
    </header>
  );
}
