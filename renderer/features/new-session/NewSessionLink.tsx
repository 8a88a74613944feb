import type { ComponentProps, MouseEvent } from "react";
import { type NewSessionStart, newSessionPath, openNewSession } from "./new-session.store.ts";

interface Props extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  start?: NewSessionStart;
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Opens the composer over this page; another tab or window opens it by its address. */
export function NewSessionLink({ start = {}, children, ...rest }: Props) {
  const search = new URLSearchParams({ ...start }).toString();
  return (
    <a
      {...rest}
      href={search === "" ? newSessionPath : `${newSessionPath}?${search}`}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        openNewSession(start);
      }}
    >
      {children}
    </a>
  );
}
