import type { Outcome } from '@prenoto/core/bookings/attendance.ts'
import { OUTCOMES } from './attendance-words.ts'
import { Badge } from './badge.tsx'

/** What became of a visit, in a word. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { text, tone } = OUTCOMES[outcome]
  return <Badge tone={tone}>{text}</Badge>
}
