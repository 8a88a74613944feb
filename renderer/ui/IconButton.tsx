import type { ComponentProps } from "react";
import { Button } from "./Button.tsx";

/** A button of one sign; its label is spoken and shows as a tip. */
export function IconButton({ label, ...rest }: { label: string } & ComponentProps<typeof Button>) {
  return <Button variant="quiet" size="icon" aria-label={label} title={label} {...rest} />;
}
