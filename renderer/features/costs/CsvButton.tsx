import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { toastError } from "../../ui/toasts.ts";
import { type CsvCell, csvOf, saveCsv } from "./csv.ts";
import { text } from "./text.ts";

type Rows = readonly (readonly CsvCell[])[];

interface Props {
  /** What the table is called. */
  of: string;
  /** The name of the file. */
  file: string;
  columns: readonly string[];
  /** Those of the table, or what gets all rows of one that shows a part of them. */
  rows: Rows | (() => Promise<Rows>);
}

/** Saves a table as CSV. */
export function CsvButton({ of, file, columns, rows }: Props) {
  const save = useMutation({
    mutationFn: async () => saveCsv(file, csvOf(columns, typeof rows === "function" ? await rows() : rows)),
    onError: (error) => toastError(text.csvNotSaved, error),
  });
  return (
    <Button
      size="small"
      variant="quiet"
      className="-me-2"
      busy={save.isPending}
      onClick={() => save.mutate()}
      aria-label={text.csvOf(of)}
    >
      <Download aria-hidden className="size-3.5" />
      {text.csv}
    </Button>
  );
}
