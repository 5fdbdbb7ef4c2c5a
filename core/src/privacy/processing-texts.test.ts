import { expect, test } from 'vitest'
import { toConfiguration } from '../configuration/configuration-answer.ts'
import { privacyBlocks } from './privacy-text.ts'
import { agreementText, registerText } from './processing-texts.ts'

const makeConfiguration = (values: Record<string, string>) =>
  toConfiguration(Object.entries({ app_name: 'Salone Aurora', ...values }).map(([key, value]) => ({ key, value })))
const provider = { name: 'Prenoto srl', email: 'privacy@prenoto.example' }

test('the register names both parties and the retention that is set', () => {
  const text = registerText({
    configuration: makeConfiguration({ app_retention_months: '24' }),
    provider,
    healthReaders: undefined,
  })
  expect(text).toMatch(/Nome: Salone Aurora[\s\S]*2 anni dall’ultima visita, poi senza nome[\s\S]*Nome: Prenoto srl/)
  expect(registerText({ configuration: makeConfiguration({}), provider, healthReaders: undefined })).toContain(
    'finché servono',
  )
})

test('the agreement names both parties and leaves missing data to fill in', () => {
  const text = agreementText({
    configuration: makeConfiguration({ piva: '12345678903' }),
    provider,
    healthReaders: undefined,
  })
  expect(text).toMatch(/Salone Aurora\n- Indirizzo: _+\n- Partita IVA: 12345678903[\s\S]*privacy@prenoto\.example/)
  expect(privacyBlocks(text).filter(({ kind }) => kind === 'title')).toHaveLength(13)
})

test('both documents name WhatsApp and SMS only if the business uses them', () => {
  const facts = { configuration: makeConfiguration({}), provider, healthReaders: undefined }
  for (const writeText of [registerText, agreementText]) {
    expect(writeText(facts)).not.toMatch(/WhatsApp|SMS/)
    expect(writeText({ ...facts, textChannels: ['whatsapp', 'sms'] })).toMatch(/WhatsApp e SMS/)
  }
  expect(registerText({ ...facts, textChannels: ['whatsapp'] })).toMatch(/consenso del cliente[\s\S]*Stati Uniti/)
})

test('the register names the message after a visit only if the business sends it', () => {
  for (const app_after_visit of [true, false]) {
    const configuration = { ...makeConfiguration({}), app_after_visit }
    const text = registerText({ configuration, provider, healthReaders: undefined })
    expect(text.includes('il giorno dopo la visita')).toBe(app_after_visit)
  }
})

test('both documents speak of health data only if a service keeps them', () => {
  const facts = { configuration: makeConfiguration({}), provider }
  for (const writeText of [registerText, agreementText]) {
    expect(writeText({ ...facts, healthReaders: undefined })).not.toMatch(/6. Dati sulla salute|AES-256/)
    expect(writeText({ ...facts, healthReaders: 'editor' })).toMatch(/salute[\s\S]*AES-256-GCM/)
  }
  const text = registerText({ ...facts, healthReaders: 'editor' })
  expect(text).toMatch(/consenso esplicito \(art\. 9[\s\S]*Destinatari: amministratori ed editor/)
  expect(privacyBlocks(text).filter(({ kind }) => kind === 'title')).toHaveLength(10)
})
