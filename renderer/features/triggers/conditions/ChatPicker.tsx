import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Select.tsx";
import { useBridgeChats, useChannels } from "../api.ts";
import { text } from "./text.ts";

/** What names and describes a control. */
export interface Naming {
  id?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
  placeholder?: string | undefined;
}

interface Props {
  kind: "channel" | "bridge_chat";
  naming: Naming;
  required: boolean;
  className: string;
  value: string;
  /** With the name that people know it by. */
  onValue(value: string, name: string): void;
}

interface Choice {
  id: string;
  name: string;
}

/** What can be chosen; undefined while it is loading, null if it cannot be listed. */
function useChoices(kind: Props["kind"]): readonly Choice[] | null | undefined {
  const channels = useChannels(kind === "channel");
  const chats = useBridgeChats(kind === "bridge_chat");
  if (kind === "channel")
    return channels.isError
      ? null
      : channels.data?.channels.map(({ id, name }) => ({ id, name: `#${name}` }));
  return chats.isError ? null : chats.data?.chats.map(({ chat_id: id, name }) => ({ id, name: name || id }));
}

/** Chooses a channel or a chat from what is connected; by its id if that cannot be listed. */
export function ChatPicker({ kind, naming, required, className, value, onValue }: Props) {
  const choices = useChoices(kind);
  const [byId, setById] = useState(false);
  const words = text.pickers[kind];
  if (choices === null || byId)
    return (
      <>
        <input
          {...naming}
          required={required}
          spellCheck={false}
          placeholder={words.id}
          className={`field ${className}`}
          value={value}
          onChange={(event) => onValue(event.target.value, "")}
        />
        {choices === null && <span className="basis-full text-xs text-faint">{words.failed}</span>}
      </>
    );
  const known = choices ?? [];
  const options = [
    { value: "", label: required ? words.choose : words.any },
    ...(value !== "" && !known.some(({ id }) => id === value) ? [{ value, label: value }] : []),
    ...known.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const choose = (id: string): void =>
    onValue(id, (known.find((choice) => choice.id === id)?.name ?? "").replace(/^#/, ""));
  return (
    <>
      <Select {...naming} className={className} options={options} value={value} onValueChange={choose} />
      <Button size="small" variant="quiet" onClick={() => setById(true)}>
        {words.byId}
      </Button>
    </>
  );
}
