import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requiredBusinessName, requiredName } from './text.ts'
import { holdsDomain, holdsWebAddress } from './web-address.ts'

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
  'evil.example/win',
  'Vinci su t.co/x',
  'evil.xn--p1ai/win',
  'evil．example／win',
])('%j holds a web address', { tags: ['12.1'] }, (text) => {
  expect(holdsWebAddress(text)).toBe(true)
})

test.for([
  'St.John',
  'Dott.ssa Riva',
  'D.J. Rossi',
  'G.Rossi',
  'Avv.Dott.Bianchi',
  'Sig.na M.Teresa',
  'Gian.Luca',
  'SUOR.PIA',
  'anna.maria',
  'Frate.Francesco De.Rossi',
  'Ugo Riva (F.lli)',
  'Anna, figlia di L. Riva.',
  "D'Amico",
  'Rossi:Verdi',
  'Anna: ',
  'Wwwang',
  'Awww.',
  'WWW',
  'Anna (figlia di Ugo)',
  '李小龍',
  'أحمد',
  '👩‍🦰 Gaia',
])('%j is a name', { tags: ['12.1'] }, (text) => {
  expect(holdsWebAddress(text)).toBe(false)
  expect(holdsDomain(text)).toBe(false)
  expect(requiredName('Manca.').safeParse(text).success).toBe(true)
})

test.for([
  'evil.example',
  'Giulia evil.win',
  'Giulia.it',
  'Evil.Shop',
  'evil.xn--p1ai',
  'зло.рф',
  'зло.онлайн',
  'evil.win.Luca',
  'dott.evil.example',
  'EVIL.EXAMPLE',
  'evil\u3002example',
  'evil\u200b.example',
])('%j holds a domain', { tags: ['12.1'] }, (text) => {
  expect(holdsDomain(text)).toBe(true)
})

test.for(['Salone.it', 'Uomo/Donna', 'Co.Ge.S. Parrucchieri', 'Nails S.r.l.'])(
  'accepts %j as the name of a business',
  { tags: ['12.1'] },
  (text) => {
    expect(requiredBusinessName('Manca.').safeParse(text).success).toBe(true)
  },
)

test('finds a web address inside any text and with invisible characters in it', () => {
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

test('the message about a name with a web address says why, and other names stay valid', () => {
  const name = requiredName('Manca.')
  const messages = (value: unknown) => name.safeParse(value).error?.issues.map((issue) => issue.message)
  expect(messages('Giulia http://evil.example')).toEqual(['Non può contenere indirizzi web.'])
  expect(messages('evil.example/win')).toEqual(['Non può contenere indirizzi web.'])
  expect(messages('evil.example')).toEqual(['Non può contenere indirizzi web.'])
  expect(messages('Anna/Marco')).toEqual(['Non può contenere barre (/).'])
  expect(messages(' ')).toEqual(['Manca.'])
  expect(messages('x'.repeat(101))).toEqual(['Usa al massimo 100 caratteri.'])
  expect(name.parse(' Giulia ')).toBe('Giulia')
})
