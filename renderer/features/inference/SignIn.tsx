import { ExternalLink } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import type { AccountLogin, InferenceAccount } from "../../../server/domains/agents/accounts/model.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyableText } from "../../ui/CopyableText.tsx";
import { Field } from "../../ui/Field.tsx";
import { toastError } from "../../ui/toasts.ts";
import { cancelLogin, enterLoginCode, startLogin, useInferenceChange } from "./api.ts";
import { text } from "./text.ts";

const words = text.signIn;

/** Starts a sign-in, or another one after one that ended. */
export function SignInButton({ account }: { account: InferenceAccount }) {
  const { mutate, isPending } = useInferenceChange(startLogin);
  const { email, id, credentials } = account;
  return (
    <Button
      size="small"
      variant={account.serves ? "plain" : "primary"}
      busy={isPending}
      onClick={() => mutate(id, { onError: (error) => toastError(words.failed, error) })}
      aria-label={words.startNamed(email)}
    >
      {credentials.stored ? words.again : words.start}
    </Button>
  );
}

function CodeForm({ login }: { login: AccountLogin }) {
  const [code, setCode] = useState("");
  const { mutate, isPending } = useInferenceChange(enterLoginCode);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    mutate({ id: login.id, code }, { onError: (error) => toastError(words.sendFailed, error) });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-56">
        <Field label={words.code}>
          {(ids) => (
            <input
              {...ids}
              required
              maxLength={2_000}
              autoComplete="off"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              className="field font-mono"
            />
          )}
        </Field>
      </div>
      <Button type="submit" variant="primary" busy={isPending}>
        {words.send}
      </Button>
    </form>
  );
}

/** A sign-in that is in progress: what the person does next. */
export function SignIn({ account, login }: { account: InferenceAccount; login: AccountLogin }) {
  const { mutate, isPending } = useInferenceChange(cancelLogin);
  const { verification_url: url, verification_code: code } = login;
  return (
    <section
      aria-label={words.label(account.email)}
      className="flex flex-col gap-3 rounded-md border border-line bg-sunken px-3 py-3"
    >
      <p role="status" className="text-sm font-medium">
        {words.steps[login.status]}
      </p>
      {url !== null && (
        <div className="flex flex-col items-start gap-2">
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="link inline-flex items-center gap-1.5 text-sm"
          >
            <ExternalLink aria-hidden className="size-3.5" />
            {words.open}
          </a>
          {/* On a phone the whole link would push the field for the code off the screen. */}
          <div className="max-h-16 w-full overflow-y-auto">
            <CopyableText label={words.copyLink} value={url} />
          </div>
        </div>
      )}
      {code !== null && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-soft">{words.enter}</span>
          <CopyableText label={words.copyCode} value={code} />
        </div>
      )}
      {login.awaiting_code && <CodeForm login={login} />}
      <div>
        <Button size="small" busy={isPending} onClick={() => mutate(login.id)}>
          {words.cancel}
        </Button>
      </div>
    </section>
  );
}
