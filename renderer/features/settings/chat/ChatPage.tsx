import { type FormEvent, useState } from "react";
import type { ChatConnection } from "../../../../server/domains/automation/chat/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { useChatConnection, useConnectChat, useDisconnectChat } from "./api.ts";
import { text } from "./text.ts";

function TokenForm({ hasToken }: { hasToken: boolean }) {
  const [token, setToken] = useState("");
  const { mutate, isPending, error } = useConnectChat();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(token.trim(), {
      onSuccess() {
        setToken("");
        toastSuccess(text.saved);
      },
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {error !== null && <ErrorAlert title={text.connectFailed} messages={errorMessages(error)} />}
      <Field label={text.token} hint={text.tokenHint}>
        {(ids) => (
          <input
            {...ids}
            type="password"
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={token}
            onChange={(event) => setToken(event.target.value)}
            className="field font-mono"
          />
        )}
      </Field>
      <p className="text-xs text-faint">{text.scopes}</p>
      <footer>
        <Button variant="primary" type="submit" busy={isPending} disabled={token.trim() === ""}>
          {hasToken ? text.replace : text.connect}
        </Button>
      </footer>
    </form>
  );
}

/** What is connected, and by which way messages come. */
function Facts({ chat }: { chat: ChatConnection }) {
  const { mode, has_webhook, team, bot, source, problem } = chat;
  const way = has_webhook ? text.webhook : text.poll;
  const isConnected = team !== null && bot !== null;
  return (
    <div className="flex flex-col gap-1 text-sm wrap-anywhere">
      <p className="font-medium">{isConnected ? text.connected(bot, team) : text.notConnected}</p>
      {problem !== null && source !== null && <p className="text-needs">{problem}.</p>}
      <p className="text-xs text-soft">{mode === "off" ? text.off : way}</p>
      {source === "environment" && <p className="text-xs text-soft">{text.fromEnvironment}</p>}
    </div>
  );
}

function Disconnect() {
  const disconnect = useDisconnectChat();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const ask = (): void =>
    setConfirmation({
      title: text.removeTitle,
      description: text.removeDescription,
      actionLabel: text.disconnect,
      async run() {
        await disconnect.mutateAsync();
        toastSuccess(text.removed);
      },
    });
  return (
    <>
      <Button size="small" onClick={ask}>
        {text.disconnect}
      </Button>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  );
}

export function ChatPage() {
  const query = useChatConnection();
  const source = query.data?.chat.source ?? null;
  return (
    <SettingsSection
      title={text.title}
      description={text.description}
      action={source === "board" ? <Disconnect /> : undefined}
    >
      <QueryContent query={query} what={text.loading}>
        {({ chat }) => (
          <div className="flex flex-col gap-4">
            <Facts chat={chat} />
            {chat.source !== "environment" && <TokenForm hasToken={chat.source === "board"} />}
          </div>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
