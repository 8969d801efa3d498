import type { ReactNode } from "react";

/** A part of a section, with a heading if the section has several. */
export function SettingsGroup(props: { title?: string; text?: string; children: ReactNode }) {
  return (
    <section className="border-t border-line-soft py-6 first:border-t-0 first:pt-0">
      {props.title !== undefined && <h3 className="text-15 font-semibold">{props.title}</h3>}
      {props.text !== undefined && (
        <p className="mt-1 max-w-[60ch] text-13 text-ink-2">{props.text}</p>
      )}
      <div className="mt-4 first:mt-0">{props.children}</div>
    </section>
  );
}
