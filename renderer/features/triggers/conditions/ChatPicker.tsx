import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { useBridgeChats, useChannels } from "../api.ts";
import { text } from "./text.ts";

interface Props {
  kind: "channel" | "bridge_chat";
  label: string;
  hint: string | undefined;
  required: boolean;
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
export function ChatPicker({ kind, label, hint, required, value, onValue }: Props) {
  const choices = useChoices(kind);
  const [byId, setById] = useState(false);
  const words = text.pickers[kind];
  if (choices === null || byId)
    return (
      <Field label={label} hint={choices === null ? words.failed : hint}>
        {(ids) => (
          <input
            {...ids}
            required={required}
            spellCheck={false}
            className="field"
            value={value}
            onChange={(event) => onValue(event.target.value, "")}
          />
        )}
      </Field>
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
    <div className="flex flex-col items-start gap-1">
      <Field label={label} hint={hint}>
        {(ids) => <Select {...ids} options={options} value={value} onValueChange={choose} />}
      </Field>
      <Button size="small" variant="quiet" onClick={() => setById(true)}>
        {words.byId}
      </Button>
    </div>
  );
}
