// The component of react.html, with types.
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { createFluid, type Fluid as FluidObject, type FluidOptions } from "gpufluid/smoke";

export interface FluidProps extends ComponentProps<"div"> {
  /** Read once, when it is mounted. */
  options?: Omit<FluidOptions, "element" | "canvas" | "gl" | "signal">;
  /** Gets the fluid when it is there. */
  onFluid?: (fluid: FluidObject) => void;
}

/** An element with a fluid behind its children. */
export function Fluid({ options, onFluid, children, ...rest }: FluidProps) {
  const place = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const ending = new AbortController(), { signal } = ending;
    createFluid({ element: place.current!, layer: "behind", ...options, signal })
      .then((fluid) => onFluid?.(fluid), (reason: Error) => { if (!signal.aborted) setError(reason); });
    return () => ending.abort(); // also while it is being made, as in StrictMode
  }, []);
  return <div ref={place} title={error?.message} {...rest}>{children}</div>;
}
