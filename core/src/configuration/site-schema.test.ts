import { describe, expect, test } from 'vitest'
import { bookingRulesSchema, businessSchema, configurationChanges, looksSchema, siteSchema } from './site-schema.ts'

const business = {
  app_name: 'Salone Aurora',
  piva: '12345678903',
  email: 'salone@example.it',
  address: '',
  phone: '',
  whatsapp: '',
  facebook: '',
  instagram: '',
  linkedin: '',
}
const looks = {
  welcome_text: 'Benvenuti',
  contact_text: 'Scriveteci',
  app_primary_color: '',
  app_primary_text_color: '',
  app_secondary_color: '',
  app_secondary_text_color: '',
}
const rules = {
  app_day_reminder: 1,
  app_booking_max_months: 3,
  app_booking_hours_notice: 2,
  app_simultaneous_bookings_enabled: false,
}

type Parse = { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } }
const findIssues = (schema: Parse, value: object) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path[0], message])

describe('step 1', () => {
  test('accepts a business without optional fields', () => expect(findIssues(businessSchema, business)).toBeUndefined())

  test.each([
    ['app_name', '', 'Obbligatorio'],
    ['piva', '  ', 'Obbligatorio'],
    ['email', '', 'Obbligatorio'],
    ['email', 'salone@', 'Email non valida'],
    ['facebook', 'javascript:alert(1)', 'Inserisci l’indirizzo di una pagina web.'],
    ['instagram', 'aurora', 'Inserisci l’indirizzo di una pagina web.'],
    ['address', 'a\nb', 'Contiene caratteri non ammessi.'],
  ])('rejects %s %j: %s', (field, value, message) =>
    expect(findIssues(businessSchema, { ...business, [field]: value })).toEqual([[field, message]]),
  )

  test.each(['facebook.com/aurora', 'https://www.instagram.com/aurora?x=1', 'http://aurora.it'])(
    'accepts the link %s',
    (link) => expect(findIssues(businessSchema, { ...business, facebook: link })).toBeUndefined(),
  )
})

describe('step 2', () => {
  test('requires both texts', () =>
    expect(findIssues(looksSchema, { ...looks, welcome_text: '', contact_text: ' ' })).toEqual([
      ['welcome_text', 'Obbligatorio'],
      ['contact_text', 'Obbligatorio'],
    ]))

  test('fills omitted colours with their defaults', () =>
    expect(looksSchema.parse(looks)).toMatchObject({
      app_primary_color: '#fb923c',
      app_primary_text_color: '#ffffff',
      app_secondary_color: '#f97316',
      app_secondary_text_color: '#ffffff',
    }))

  test.each(['red', '#12', '#fff;}body{display:none'])('refuses the colour %j', (color) =>
    expect(findIssues(looksSchema, { ...looks, app_primary_color: color })).toEqual([
      ['app_primary_color', 'Colore non valido.'],
    ]),
  )
})

describe('step 3', () => {
  test.each(['app_day_reminder', 'app_booking_max_months', 'app_booking_hours_notice'])(
    'requires %s to be above zero',
    (field) => {
      expect(findIssues(bookingRulesSchema, { ...rules, [field]: 0 })).toEqual([[field, 'Deve essere maggiore di 0']])
      expect(findIssues(bookingRulesSchema, { ...rules, [field]: undefined })).toEqual([[field, 'Obbligatorio']])
      expect(findIssues(bookingRulesSchema, { ...rules, [field]: 1.5 })).toEqual([[field, 'Indica un numero intero.']])
    },
  )

  test('rejects a booking horizon beyond two years', () =>
    expect(findIssues(bookingRulesSchema, { ...rules, app_booking_max_months: 25 })).toEqual([
      ['app_booking_max_months', 'Al massimo 24.'],
    ]))

  test('accepts zero in the settings', () =>
    expect(findIssues(siteSchema, { ...business, ...looks, ...rules, app_day_reminder: 0 })).toBeUndefined())
})

test('a change keeps only the fields that were sent', () => {
  expect(configurationChanges.parse({ app_name: ' Aurora ' })).toEqual({ app_name: 'Aurora' })
  expect(configurationChanges.parse({})).toEqual({})
})
