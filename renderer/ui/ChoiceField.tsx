import type { ComponentProps, ReactNode } from "react";
import { Choice } from "./Choice.tsx";
import { Field } from "./Field.tsx";

interface Props extends ComponentProps<typeof Choice> {
  label: string;
  hint?: ReactNode;
}

export function ChoiceField({ label, hint, ...choice }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => <Choice {...choice} {...ids} />}
    </Field>
  );
}
