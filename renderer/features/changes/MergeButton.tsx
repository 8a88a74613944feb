import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { OpenedPullRequest } from "../../../server/domains/review/pull-requests/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { liveKeys } from "../live/apply-event.ts";
import { authorizeMerge } from "./api.ts";
import { mergeOffer } from "./merge.ts";
import { text } from "./text.ts";

interface Props {
  session: Session;
  request: OpenedPullRequest;
}

/** The merge command, with a confirmation because the agent acts at once. */
function useMerge({ session: { id }, request: { name } }: Props) {
  const client = useQueryClient();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const command = useMemo<Command>(
    () => ({
      id: "session.merge",
      label: text.mergeButton.command(name),
      group: "This session",
      hotkey: "session.merge",
      keywords: "pull request authorize",
      run: () =>
        setConfirmation({
          title: text.mergeButton.title(name),
          description: text.mergeButton.description,
          actionLabel: text.mergeButton.confirm,
          harmless: true,
          async run() {
            const { message } = await authorizeMerge(id);
            toastSuccess(message);
            await client.invalidateQueries({ queryKey: liveKeys.messages(id) });
          },
        }),
    }),
    [client, id, name],
  );
  return { command, confirmation, close: (): void => setConfirmation(null) };
}

/** Allows the agent to merge the newest pull request, or says why it cannot be merged yet. */
export function MergeButton(props: Props) {
  const { command, confirmation, close } = useMerge(props);
  const offer = mergeOffer(props.request, props.session.status);
  const isOffered = offer?.kind === "offer";
  useRegisterCommands(
    "merge",
    useMemo(() => (isOffered ? [command] : []), [isOffered, command]),
  );
  if (offer === null) return null;
  if (offer.kind === "not_yet")
    return <span className="text-faint">{text.mergeButton.blocked(offer.why)}</span>;
  return (
    <>
      <Button size="small" onClick={command.run}>
        {text.mergeButton.ask}
      </Button>
      <ConfirmDialog confirmation={confirmation} onClose={close} />
    </>
  );
}
