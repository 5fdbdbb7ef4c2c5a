import { formatWait } from '@prenoto/core/time/format.ts'
import { limitReached, notFound } from '../../lib/errors.ts'

export const CopyNotFound = notFound('Questa copia non c’è più: chiedine un’altra.')
export const TooManyCopies = limitReached(
  ({ retryAfter }) => `Oggi hai già chiesto troppe copie: riprova tra ${formatWait(retryAfter)}.`,
)
