import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'

/** A visit that somebody else has now. */
export function LostHour({ children }: { children: ReactNode }) {
  return (
    <>
      <s>{children}</s>
      <VisuallyHidden> non più disponibile</VisuallyHidden>
    </>
  )
}
