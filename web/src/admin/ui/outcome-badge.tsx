import type { Outcome } from '@prenoto/core/bookings/outcome.ts'
import { Badge } from './badge.tsx'
import { OUTCOMES } from './outcome-words.ts'

/** What became of a visit, in a word. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { text, tone } = OUTCOMES[outcome]
  return <Badge tone={tone}>{text}</Badge>
}
