import { visitWords } from './attendance-texts.ts'
import { Badge } from './badge.tsx'

export function AttendanceBadge({ visit }: { visit: Parameters<typeof visitWords>[0] }) {
  const words = visitWords(visit)
  return words && <Badge tone={words.tone}>{words.text}</Badge>
}
