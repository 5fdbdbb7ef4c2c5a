import { aCombinableService } from '@prenoto/test-support/fixtures/services.ts'
import { expect, test } from 'vitest'
import { type CalendarTerms, findLowestOffer, findTermsIssue, serviceOnCalendar } from './by-calendar.ts'
import { combineChosen, visitOnCalendar } from './combined-service.ts'
import { serviceSchema } from './managed-service-schema.ts'

const [ANNA, ZOE, BEA] = [1, 2, 3]

const terms = (calendar_id: number, fields: Partial<CalendarTerms>): CalendarTerms => ({
  calendar_id,
  duration: null,
  amount: null,
  discounted_amount: null,
  ...fields,
})

const calendar = (id: number) => ({ id, name: '', note: '', picture: '' })
const cut = {
  ...aCombinableService({ duration: 45, amount: '50.00', discounted_amount: '45.00' }),
  calendars: [ANNA, ZOE, BEA].map(calendar),
}
const withZoe = (fields: Partial<CalendarTerms>) => ({ ...cut, by_calendar: [terms(ZOE, fields)] })
const long = { id: 7, name: 'Lunghi', duration: 60, amount: '70.00', discounted_amount: null }

test.each([
  [{ duration: 60 }, { duration: 60, amount: '50.00', discounted_amount: '45.00' }],
  [{ amount: '55.00' }, { duration: 45, amount: '55.00', discounted_amount: null }],
  [{ discounted_amount: '40.00' }, { duration: 45, amount: '50.00', discounted_amount: '40.00' }],
  [
    { amount: '60.00', discounted_amount: '58.00' },
    { duration: 45, amount: '60.00', discounted_amount: '58.00' },
  ],
])('a calendar has its own %o, and the rest of the service', (fields, expected) => {
  expect(serviceOnCalendar(withZoe(fields), ZOE)).toMatchObject(expected)
  expect(serviceOnCalendar(withZoe(fields), ANNA)).toMatchObject({ duration: 45, amount: '50.00' })
})

test('variants differ on a calendar by as many minutes and euros as the service', () => {
  const discounted = { ...long, id: 8, discounted_amount: '65.00' }
  const free = { ...long, id: 9, amount: '3.00', discounted_amount: '0.00' }
  const service = { ...withZoe({ duration: 60, amount: '40.00' }), variants: [long, discounted, free] }

  // 15 minutes more, and 40 instead of 45 euros.
  expect(serviceOnCalendar(service, ZOE).variants).toMatchObject([
    { duration: 75, amount: '65.00', discounted_amount: null },
    { duration: 75, amount: '65.00', discounted_amount: '60.00' },
    { duration: 75, amount: '0.00', discounted_amount: '0.00' },
  ])
})

test('a visit of several services takes on each calendar what its services take there', () => {
  const colour = { ...cut, id: 2, name: 'Colore', buffer_before: 5, by_calendar: [terms(BEA, { duration: 30 })] }
  const visit = combineChosen([
    { service: { ...withZoe({ duration: 60, amount: '55.00' }), variants: [long] }, variant_id: 7 },
    { service: colour },
  ])!

  expect(visit).toMatchObject({ duration: 60 + 5 + 45, amount: '120.00' })
  expect(visitOnCalendar(visit, ANNA)).toMatchObject({ duration: 60 + 5 + 45, discounted_amount: '115.00' })
  expect(visitOnCalendar(visit, ZOE)).toMatchObject({
    duration: 75 + 5 + 45,
    discounted_amount: '125.00',
    services: [
      { variant_id: 7, duration: 75, price: '80.00' },
      { variant_id: null, duration: 45, price: '45.00' },
    ],
  })
  expect(visitOnCalendar(visit, BEA)).toMatchObject({ duration: 60 + 5 + 30, discounted_amount: '115.00' })
  expect(combineChosen([{ service: colour, variant_id: 99 }])).toBeUndefined()
  const elsewhere = { ...cut, id: 3, calendars: [calendar(4)] }
  expect(combineChosen([{ service: colour }, { service: elsewhere }])).not.toHaveProperty('on_calendar')
})

test('lists show the lowest price and duration of all variants and calendars', () => {
  expect(findLowestOffer(cut)).toEqual({ duration: 45, amount: '50.00', discounted_amount: '45.00' })
  expect(findLowestOffer(withZoe({ duration: 30, amount: '55.00' }))).toEqual({
    duration: 30,
    amount: '50.00',
    discounted_amount: '45.00',
    varies: true,
  })
  // The service is not on this calendar any more.
  expect(findLowestOffer({ ...withZoe({ duration: 30 }), calendars: [calendar(ANNA)] })).not.toHaveProperty('varies')
  expect(findLowestOffer({ ...cut, variants: [long, { ...long, id: 8, amount: '60.00' }] })).toEqual({
    duration: 60,
    amount: '60.00',
    discounted_amount: null,
    varies: true,
  })
})

test('each variant keeps a duration, and work beside its processing time', () => {
  const issue = (service: object) => findTermsIssue({ ...withZoe({ duration: 15 }), variants: [], ...service })?.message

  expect(issue({})).toBeUndefined()
  expect(issue({ variants: [{ ...long, duration: 30 }] })).toBe(
    'La durata con la variante Lunghi sarebbe di 0 minuti: almeno 1, al massimo 1440.',
  )
  expect(issue({ processing_after: 10, processing_minutes: 20 })).toBe('Con 15 minuti il tempo di posa non ci sta.')
  expect(issue({ variants: [{ ...long, processing_after: 10, processing_minutes: 20 }] })).toBe(
    'Con 30 minuti con la variante Lunghi il tempo di posa non ci sta.',
  )
})

test.each([
  [[{ calendar_id: ZOE, duration: 60, amount: '55,5', discounted_amount: '' }], undefined],
  [[{ calendar_id: ZOE }], 'Indica la durata o il prezzo, o togli il calendario.'],
  [[{ calendar_id: ZOE, duration: 0 }], 'La durata deve essere almeno 1 minuto.'],
  [[{ calendar_id: ZOE, amount: 'x' }], 'Formato importo non valido.'],
  [[ZOE, ZOE].map((calendar_id) => ({ calendar_id, duration: 5 })), 'Lo stesso calendario è indicato due volte.'],
])('%j is accepted or refused with a sentence', (by_calendar, message) => {
  const service = { name: 'Taglio', duration: 45, amount: '50', description: '', calendar_id: ANNA, by_calendar }
  const { data, error } = serviceSchema.safeParse(service)

  expect(error?.issues[0]?.message).toBe(message)
  if (!message)
    expect(data?.by_calendar).toEqual([{ calendar_id: ZOE, duration: 60, amount: '55.5', discounted_amount: null }])
})
