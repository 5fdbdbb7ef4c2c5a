import { expect, test } from 'vitest'
import { toConfiguration } from '../configuration/configuration-answer.ts'
import { privacyBlocks } from './privacy-text.ts'
import { agreementText, registerText } from './processing-texts.ts'

const configured = (values: Record<string, string>) =>
  toConfiguration(Object.entries({ app_name: 'Salone Aurora', ...values }).map(([key, value]) => ({ key, value })))
const provider = { name: 'Prenoto srl', email: 'privacy@prenoto.example' }

test('the register names both parties and the retention that is set', () => {
  const text = registerText({ configuration: configured({ app_retention_months: '24' }), provider })
  expect(text).toMatch(/Nome: Salone Aurora[\s\S]*2 anni dall’ultima visita, poi senza nome[\s\S]*Nome: Prenoto srl/)
  expect(registerText({ configuration: configured({}), provider })).toContain('finché servono')
})

test('the agreement names both parties and leaves missing data to fill in', () => {
  const text = agreementText({ configuration: configured({ piva: '12345678903' }), provider })
  expect(text).toMatch(/Salone Aurora\n- Indirizzo: _+\n- Partita IVA: 12345678903[\s\S]*privacy@prenoto\.example/)
  expect(privacyBlocks(text).filter(({ kind }) => kind === 'title')).toHaveLength(13)
})
