export interface Segment<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
}

/** A segmented control for the views of a list. */
export function Segments<Value extends string>(props: {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <div
      role="group"
      aria-label={props.label}
      className="inline-flex max-w-full gap-0.5 overflow-x-auto rounded-sm bg-selected p-0.5"
    >
      {props.segments.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
          className="inline-flex h-[26px] items-center gap-1.5 rounded-sm px-2.5 text-12 font-medium whitespace-nowrap text-ink-2 aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] focus-visible:-outline-offset-2 max-md:h-10"
        >
          {label}
          {count !== undefined && <span className="font-normal text-ink-2">{count}</span>}
        </button>
      ))}
    </div>
  );
}
