import { clsx } from "clsx";

/** A spinner. With a label it is announced, without one it is decorative. */
export function Spinner(props: { size?: number; label?: string; className?: string }) {
  const { size = 16, label } = props;
  return (
    <svg
      data-slot="spinner"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      className={clsx("animate-spin", props.className)}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <path d="M21 12a9 9 0 1 1-6.2-8.56" />
    </svg>
  );
}
