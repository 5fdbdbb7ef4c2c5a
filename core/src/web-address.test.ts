import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requiredName } from './text.ts'
import { holdsWebAddress } from './web-address.ts'

test.for([
  'http://evil.example',
  'Vinci subito su HTTPS://EVIL.EXAMPLE',
  'https:\\\\evil.example',
  'http:/\\evil.example',
  'ftp://evil.example',
  'www.evil.example',
  'Giulia www.evil.example',
  'WWW.evil.example',
  '(www.evil.example)',
  'ｈｔｔｐ：／／ｅｖｉｌ',
  'ｗｗｗ．evil.example',
  'www\u2024evil.example',
  'www\u3002evil.example',
  'w\u200bww.evil.example',
  'ww\u00adw.evil.example',
  'http:\u2060//evil.example',
  'http\u2236\u2215\u2215evil.example',
  '𝐡𝐭𝐭𝐩://evil',
])('%j holds a web address', (text) => {
  expect(holdsWebAddress(text)).toBe(true)
})

test.for([
  'St.John',
  'Dott.ssa Riva',
  'D.J. Rossi',
  "D'Amico",
  'Anna / Marco',
  'Rossi:Verdi',
  'Anna: //',
  'Anna//Marco',
  'Wwwang',
  'Awww.',
  'WWW',
  'Anna (figlia di Ugo)',
  '李小龍',
  'أحمد',
  '👩‍🦰 Gaia',
])('%j is a name', (text) => {
  expect(holdsWebAddress(text)).toBe(false)
})

test('whatever stands around it, and with whatever invisible signs inside, an address is found', () => {
  const invisible = fc.constantFrom('', '\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad')
  const address = fc.constantFrom('http://evil.example', 'www.evil.example')
  const around = fc.constantFrom('', ' ', 'Giulia ', '("', '\u00a0')
  fc.assert(
    fc.property(address, fc.array(invisible, { minLength: 20, maxLength: 20 }), around, around, (text, signs, a, b) => {
      const disguised = [...text].map((letter, i) => letter + signs[i]).join('')
      expect(holdsWebAddress(`${a}${disguised}${b}`)).toBe(true)
    }),
  )
})

test('a name is told what it may not hold, and nothing else about it changes', () => {
  const name = requiredName('Manca.')
  const messages = (value: unknown) => name.safeParse(value).error?.issues.map((issue) => issue.message)
  expect(messages('Giulia http://evil.example')).toEqual(['Non può contenere indirizzi web.'])
  expect(messages(' ')).toEqual(['Manca.'])
  expect(messages('x'.repeat(101))).toEqual(['Usa al massimo 100 caratteri.'])
  expect(name.parse(' Giulia ')).toBe('Giulia')
})
