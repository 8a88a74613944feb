import { ListFilter } from "lucide-react";
import type { ComponentProps } from "react";
import { attentionKinds, genesisNames } from "../../../../server/domains/sessions/sessions/model.ts";
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
  chosenAttention,
  chosenStatuses,
  filterNames,
  readBoardSearch,
  toggleAttention,
  toggleStatus,
  without,
} from "./board-search.ts";
import { rootChoices, runtimeChoices } from "./filter-labels.ts";
import { text } from "./text.ts";
import type { ChangeSearch } from "./use-board-search.ts";

interface Props {
  search: BoardSearch;
  change: ChangeSearch;
  offBoard: number;
  /** An icon alone, with what is beside it on a wide screen inside. */
  onPhone?: boolean;
}

const statusOptions = openStatuses.map((value) => ({ value, label: sessionText.statuses[value] }));

function Statuses({ search, change }: Omit<Props, "offBoard">) {
  return (
    <ToggleGroup
      legend={text.panel.status}
      options={statusOptions}
      selected={chosenStatuses(search)}
      onToggle={(status) => change((current) => toggleStatus(current, status))}
    />
  );
}

const attentionOptions = attentionKinds.map((value) => ({ value, label: sessionText.attention[value] }));

function Attention({ search, change }: Omit<Props, "offBoard">) {
  return (
    <ToggleGroup
      legend={text.panel.attention}
      options={attentionOptions}
      selected={chosenAttention(search)}
      onToggle={(kind) => change((current) => toggleAttention(current, kind))}
    />
  );
}

const classes = [
  { value: "", label: text.panel.allClasses },
  { value: "priority", label: sessionText.classes.priority },
  { value: "spot", label: sessionText.classes.spot },
];

function LabeledSegments(props: ComponentProps<typeof SegmentedControl<string>>) {
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
  anyLabel: string;
  value: string | undefined;
  options: readonly SelectOption[];
  onChoose(value: string): unknown;
}

function ChoiceField({ label, anyLabel, value, options, onChoose }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={value ?? ""}
      options={[{ value: "", label: anyLabel }, ...options]}
      onValueChange={onChoose}
    />
  );
}

const origins = genesisNames.map((value) => ({ value, label: text.origins[value] }));

function Fields({ search, change, offBoard }: Props) {
  const sessions = useOpenSessions();
  const set = (name: keyof BoardSearch) => (value: string | true) =>
    change((current) => readBoardSearch({ ...current, [name]: value }));
  const places = [
    { value: "", label: text.panel.without },
    { value: "off", label: text.panel.only(offBoard) },
    { value: "both", label: text.panel.with },
  ];
  return (
    <>
      <Statuses search={search} change={change} />
      <Attention search={search} change={change} />
      <LabeledSegments
        label={text.panel.class}
        value={search.class ?? ""}
        options={classes}
        onChange={set("class")}
      />
      <LabeledSegments
        label={text.panel.offBoard}
        value={search.board ?? ""}
        options={places}
        onChange={set("board")}
      />
      <ChoiceField
        label={text.panel.runtime}
        anyLabel={text.panel.anyRuntime}
        value={search.runtime}
        options={runtimeChoices(sessions, search.runtime)}
        onChoose={set("runtime")}
      />
      <ChoiceField
        label={text.panel.root}
        anyLabel={text.panel.anyRoot}
        value={search.root}
        options={rootChoices(sessions, search.root)}
        onChoose={set("root")}
      />
      <ChoiceField
        label={text.panel.origin}
        anyLabel={text.panel.anyOrigin}
        value={search.origin}
        options={origins}
        onChoose={set("origin")}
      />
      <Switch
        label={text.panel.favorites}
        checked={search.favourites === true}
        onCheckedChange={(on) =>
          on ? set("favourites")(true) : change((current) => without(current, ["favourites"]))
        }
      />
    </>
  );
}

function PhoneSwitches({ search, change }: Props) {
  const toggle = (part: "archived" | "contents") => (on: boolean) =>
    change((current) => readBoardSearch({ ...current, [part]: on }));
  return (
    <>
      <Switch
        label={text.panel.archived}
        checked={search.archived === true}
        onCheckedChange={toggle("archived")}
      />
      <Switch
        label={text.panel.contents}
        checked={search.contents === true}
        onCheckedChange={toggle("contents")}
      />
    </>
  );
}

/** Chooses which sessions the board shows. Changes apply at once and are kept in the address. */
export function FilterPanel(props: Props) {
  const count = activeFilters(props.search).length;
  return (
    <Popover
      label={text.panel.title}
      className="items-start [&_.field]:w-full [&>div]:w-full [&>div>span:has(select)]:w-full"
      trigger={
        <Button
          aria-label={count === 0 ? text.panel.title : text.panel.active(count)}
          {...(props.onPhone && { variant: "quiet", size: count === 0 ? "icon" : "small" })}
        >
          <ListFilter aria-hidden className="size-3.5" />
          <span className="max-md:sr-only">{text.panel.title}</span>
          {count > 0 && (
            <span className="rounded-full bg-accent-soft px-1.5 text-2xs text-accent">{count}</span>
          )}
        </Button>
      }
    >
      <Fields {...props} />
      {props.onPhone && <PhoneSwitches {...props} />}
      <Button
        size="small"
        disabled={count === 0}
        onClick={() => props.change((current) => without(current, filterNames))}
      >
        {text.panel.clear}
      </Button>
    </Popover>
  );
}
