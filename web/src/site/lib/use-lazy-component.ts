import { type ComponentType, useEffect, useState } from 'react'

type LazyComponent<P> = { Loaded?: ComponentType<P>; hasFailed?: boolean }

/** A component whose script is loaded once it is wanted; `load` must stay the same. */
export function useLazyComponent<P>(load: () => Promise<ComponentType<P>>, isWanted = true): LazyComponent<P> {
  const [component, setComponent] = useState<LazyComponent<P>>({})
  useEffect(() => {
    if (isWanted)
      load().then(
        (Loaded) => setComponent({ Loaded }),
        () => setComponent({ hasFailed: true }),
      )
  }, [load, isWanted])
  return component
}
