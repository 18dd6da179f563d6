/** A part of a page whose code is fetched when there is a place for it. While it cannot be fetched the part is missing,
 * nothing else is, and it is tried again: somebody may be writing beside it. */
import { type ComponentType, lazy, Suspense } from "react";
import { untilFetched } from "../untilFetched";

export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part = lazy(() => untilFetched(load)) as unknown as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, when the app begins
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
