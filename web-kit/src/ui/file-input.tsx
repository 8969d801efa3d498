import type { ComponentProps } from "react";

export interface FileInputProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  label: string;
  onChoose: (files: File[]) => void;
}

/** Chooses files for a button that looks like its neighbours and clicks this; it is no stop of its own. */
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
        // The same file may be chosen again.
        event.target.value = "";
      }}
    />
  );
}
