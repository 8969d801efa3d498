import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/** A part of a screen that a higher layer provides, so that the lower one does not import it. */
export interface ProvidedPart<Props extends object> {
  /** Loads when it is first rendered; needs a `Suspense` around it. */
  Part: LazyExoticComponent<ComponentType<Props>>;
  provide: (load: () => Promise<ComponentType<Props>>) => void;
}

export function providedPart<Props extends object>(): ProvidedPart<Props> {
  let provided: (() => Promise<ComponentType<Props>>) | null = null;
  const Part = lazy(async () => {
    if (provided === null) throw new Error("The part is not provided");
    return { default: await provided() };
  });
  return {
    Part,
    provide: (load) => {
      provided = load;
    },
  };
}
