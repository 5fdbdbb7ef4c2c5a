import type { Figures } from '../evidence.ts'
import { truths } from '../records.ts'
import { inWords, type Law } from './law.ts'

export const discreetPages: Law = {
  name: 'no visitor reads the address of anybody else',
  judge: ({ calls }) =>
    calls.flatMap((call) =>
      call.strangers?.length ? [{ says: `${inWords(call)}: ${call.strangers.join(', ')}`, line: call.line }] : [],
    ),
}

export const blockedStayOut: Law = {
  name: 'whoever is blocked books nothing by themselves',
  judge: ({ calls, histories, isRepeated }) =>
    calls.flatMap((call) => {
      const history = call.block && histories.get(call.block)
      if (!history || !call.booked || isRepeated(call)) return []
      const [truth, ...others] = truths(history, call.from, call.to)
      return truth === 'blocked' && others.length === 0
        ? [{ says: `${inWords(call)}: ${call.block} was in force`, line: call.line }]
        : []
    }),
}

export const trueNumbers: Law = {
  name: 'the numbers are what the bookings add up to',
  judge: ({ rows }) =>
    rows.numbers.flatMap(({ marker, told, counted }) =>
      (Object.keys(counted) as (keyof Figures)[])
        .filter((figure) => told[figure] !== counted[figure])
        .map((figure) => ({ says: `${marker}: ${figure} ${told[figure]}, there are ${counted[figure]}` })),
    ),
}
