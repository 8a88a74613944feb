import { ListFilter } from "lucide-react";
import type { ComponentProps } from "react";
import { genesisNames } from "../../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import type { SelectOption } from "../../../ui/Select.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { ToggleGroup } from "../../../ui/ToggleGroup.tsx";
import { openStatuses } from "../../sessions/session-filter.ts";
import { text as sessionText } from "../../sessions/text.ts";
import { useOpenSessions } from "../../sessions/use-session-lists.ts";
import {
  activeFilters,
  type BoardSearch,
  chosenStatuses,
  filterNames,
  readBoardSearch,
  toggleStatus,
  without,
} from "./board-search.ts";
import { originLabels, rootChoices, runtimeChoices } from "./filter-labels.ts";
import type { ChangeSearch } from "./use-board-search.ts";

interface Props {
  search: BoardSearch;
  change: ChangeSearch;
  offBoard: number;
}

const statusOptions = openStatuses.map((value) => ({ value, label: sessionText.statuses[value] }));

function Statuses({ search, change }: Omit<Props, "offBoard">) {
  return (
    <ToggleGroup
      legend="Status"
      options={statusOptions}
      selected={chosenStatuses(search)}
      onToggle={(status) => change((held) => toggleStatus(held, status))}
    />
  );
}

const classes = [
  { value: "", label: "All" },
  { value: "priority", label: sessionText.classes.priority },
  { value: "spot", label: sessionText.classes.spot },
];

function Few(props: ComponentProps<typeof SegmentedControl<string>>) {
  return (
    <div>
      <p aria-hidden className="pb-1 text-sm font-medium">
        {props.label}
      </p>
      <SegmentedControl {...props} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  every: string;
  value: string | undefined;
  options: readonly SelectOption[];
  onChoose(value: string): unknown;
}

function OneOf({ label, every, value, options, onChoose }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={value ?? ""}
      options={[{ value: "", label: every }, ...options]}
      onValueChange={onChoose}
    />
  );
}

const origins = genesisNames.map((value) => ({ value, label: originLabels[value] }));

function Fields({ search, change, offBoard }: Props) {
  const sessions = useOpenSessions();
  const set = (name: keyof BoardSearch) => (value: string | true) =>
    change((held) => readBoardSearch({ ...held, [name]: value }));
  const places = [
    { value: "", label: "Without" },
    { value: "off", label: `Only${offBoard === 0 ? "" : ` (${offBoard})`}` },
    { value: "both", label: "With" },
  ];
  return (
    <>
      <Statuses search={search} change={change} />
      <Few label="Class" value={search.class ?? ""} options={classes} onChange={set("class")} />
      <Few label="Snoozed and hidden" value={search.board ?? ""} options={places} onChange={set("board")} />
      <OneOf
        label="Runtime"
        every="Any runtime"
        value={search.runtime}
        options={runtimeChoices(sessions, search.runtime)}
        onChoose={set("runtime")}
      />
      <OneOf
        label="Agent root"
        every="Any root"
        value={search.root}
        options={rootChoices(sessions, search.root)}
        onChoose={set("root")}
      />
      <OneOf
        label="Origin"
        every="Any origin"
        value={search.origin}
        options={origins}
        onChoose={set("origin")}
      />
      <Switch
        label="Favorites only"
        checked={search.favourites === true}
        onCheckedChange={(on) =>
          on ? set("favourites")(true) : change((held) => without(held, ["favourites"]))
        }
      />
    </>
  );
}

/** Which sessions the board shows. Every change counts at once and stands in the address. */
export function FilterPanel(props: Props) {
  const count = activeFilters(props.search).length;
  return (
    <Popover
      label="Filters"
      className="items-start [&_.field]:w-full [&>div]:w-full [&>div>span:has(select)]:w-full"
      trigger={
        <Button aria-label={count === 0 ? "Filters" : `Filters, ${count} set`}>
          <ListFilter aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">Filters</span>
          {count > 0 && (
            <span className="rounded-full bg-accent-soft px-1.5 text-2xs text-accent">{count}</span>
          )}
        </Button>
      }
    >
      <Fields {...props} />
      <Button
        size="small"
        disabled={count === 0}
        onClick={() => props.change((held) => without(held, filterNames))}
      >
        Clear filters
      </Button>
    </Popover>
  );
}
