import type { Span } from './spans.ts'

const percent = (part: number) => `${+(part * 100).toFixed(3)}%`

/** How far down an axis a minute stands. */
export const topOf = (minute: number, axis: Span) => percent((minute - axis.from) / (axis.to - axis.from))

/** Where a span stands on an axis, as styles. */
export const placeOf = ({ from, to }: Span, axis: Span) => ({
  top: topOf(from, axis),
  height: percent((to - from) / (axis.to - axis.from)),
})
