import type { ComponentProps } from "react";

export interface FileInputProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  label: string;
  onChoose: (files: File[]) => void;
}

/** A hidden file input, opened by a regular button; it is not a tab stop itself. */
export function FileInput({ label, onChoose, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        onChoose([...(event.target.files ?? [])]);
        // Allows the same file to be chosen again.
        event.target.value = "";
      }}
    />
  );
}
