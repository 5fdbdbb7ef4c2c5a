import { expect, test } from 'vitest'
import { toConfiguration } from '../configuration/configuration-answer.ts'
import { DEFAULT_PRIVACY_TEXT, fillPrivacyText, privacyBlocks, unknownPrivacyData } from './privacy-text.ts'

const makeConfiguration = (values: Record<string, string>) => ({
  configuration: toConfiguration(
    Object.entries({ app_name: 'Salone Aurora', ...values }).map(([key, value]) => ({ key, value })),
  ),
  keepsHealthData: false,
})

test('fills placeholders with the data of the business and omits lines with missing data', () => {
  const text = fillPrivacyText(
    'Noi di {nome}.\nVia: {indirizzo}\nTel: {telefono}\n{altro} {nome}',
    makeConfiguration({ phone: '051' }),
  )
  expect(text).toBe('Noi di Salone Aurora.\nTel: 051\n{altro} Salone Aurora')
})

test('does not treat the name of a business as a placeholder or a replacement pattern', () => {
  expect(fillPrivacyText('{nome}', makeConfiguration({ app_name: '{email} $& {nome}' }))).toBe('{email} $& {nome}')
})

test('finds unknown placeholders, each once', { tags: ['13.51'] }, () => {
  expect(unknownPrivacyData('{nome} {Nome} {campo}, {telefono} {campo}, { non\nchiusa }')).toEqual([
    '{Nome}',
    '{campo}',
  ])
  expect(unknownPrivacyData(DEFAULT_PRIVACY_TEXT)).toEqual([])
})

test('splits a text into titles, lists and paragraphs', () => {
  expect(privacyBlocks('# Chi\n\nNoi.\nVia Roma\n\nAltri.\n- uno\n- due\n# Perché\n')).toEqual([
    { kind: 'title', lines: ['Chi'] },
    { kind: 'paragraph', lines: ['Noi.', 'Via Roma'] },
    { kind: 'paragraph', lines: ['Altri.'] },
    { kind: 'list', lines: ['uno', 'due'] },
    { kind: 'title', lines: ['Perché'] },
  ])
  expect(privacyBlocks('')).toEqual([])
})

test('the default text names the business and leaves no placeholder, with or without its data', () => {
  const bare = fillPrivacyText(DEFAULT_PRIVACY_TEXT, makeConfiguration({}))
  expect(bare).toContain('Salone Aurora è titolare del trattamento')
  expect(bare).not.toMatch(/[{}]|: $|: \n/)
  const full = fillPrivacyText(
    DEFAULT_PRIVACY_TEXT,
    makeConfiguration({ email: 'ciao@aurora.example', address: 'Via Roma 1' }),
  )
  expect(full).toMatch(/Via Roma 1[\s\S]*scrivi a ciao@aurora\.example/)
})

test('any text ends with the message after a visit, if the business sends it', () => {
  for (const app_after_visit of [true, false]) {
    const text = fillPrivacyText('Ciao', makeConfiguration({ app_after_visit: String(app_after_visit) }))
    expect(text.includes('Messaggio dopo la visita')).toBe(app_after_visit)
  }
})

test('the default text speaks of health data only if a service keeps them', () => {
  const facts = makeConfiguration({})
  expect(fillPrivacyText(DEFAULT_PRIVACY_TEXT, facts)).not.toContain('salute')
  const blocks = privacyBlocks(fillPrivacyText(DEFAULT_PRIVACY_TEXT, { ...facts, keepsHealthData: true }))
  expect(blocks).toContainEqual({ kind: 'title', lines: ['Dati sulla salute'] })
  expect(JSON.stringify(blocks)).toMatch(/consenso esplicito \(art\. 9.*cifrati.*finché dura il tuo consenso/)
})
