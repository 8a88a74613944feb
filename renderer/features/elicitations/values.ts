import { z } from "zod/mini";
import type {
  FormContent,
  FormField,
  RequestedSchema,
} from "../../../server/domains/sessions/elicitations/model.ts";
import { localDateTime } from "../../lib/local-date-time.ts";

const values = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]));
/** What the controls hold: numbers as they are typed, times as the clock here shows them. */
export type Values = z.infer<typeof values>;

/** What the form begins with: the defaults the asker gave. */
export const defaultValues = ({ properties }: RequestedSchema): Values =>
  Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, startValue(field)]));

function startValue(field: FormField): Values[string] {
  switch (field.type) {
    case "boolean":
      return field.default ?? false;
    case "array":
      return field.default ?? [];
    case "number":
    case "integer":
      return field.default === undefined ? "" : String(field.default);
    case "string":
      return isTime(field) ? localTime(field.default) : (field.default ?? "");
  }
}

const isTime = (field: FormField): boolean => "format" in field && field.format === "date-time";

const localTime = (instant: string | undefined): string =>
  instant === undefined || Number.isNaN(Date.parse(instant)) ? "" : localDateTime(new Date(instant));

/** The answer as it is sent; what was left empty is left out, and what is no number is for the service to refuse. */
export function toFormContent(held: Values, { properties }: RequestedSchema): FormContent {
  const entries = Object.entries(properties).map(
    ([name, field]) => [name, sentValue(held[name], field)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function sentValue(value: Values[string] | undefined, field: FormField): unknown {
  if (typeof value !== "string") return Array.isArray(value) && value.length === 0 ? undefined : value;
  if (value === "") return undefined;
  if (field.type === "number" || field.type === "integer") return sentNumber(value);
  return isTime(field) && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value;
}

const sentNumber = (text: string): number | string => {
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== "" ? number : text;
};

/** A draft as it was written down; the form's own beginning where it does not fit any more. */
export function restoreValues(draft: string, start: Values): Values {
  try {
    const read = values.safeParse(JSON.parse(draft));
    return read.success ? { ...start, ...read.data } : start;
  } catch {
    return start;
  }
}
