import { expect, test } from 'vitest'
import { email, telephone } from './contact-fields.ts'

test.for([
  ['', 'Il telefono è obbligatorio.'],
  ['+', 'Il telefono è obbligatorio.'],
  ['( )', 'Il telefono è obbligatorio.'],
  ['dopo le 18', 'Devi inserire solo numeri.'],
  ['333123456 O', 'Devi inserire solo numeri.'],
  ['3,93E+11', 'Devi inserire solo numeri.'],
  ['\u202d\u202c', 'Il telefono è obbligatorio.'],
  ['1234567', 'Numero troppo corto.'],
  ['+39 123', 'Numero troppo corto.'],
  ['1234567890123456', 'Numero troppo lungo.'],
] as const)('rejects the telephone %j: %s', { tags: ['5.10', '9.16'] }, ([typed, message]) => {
  expect(telephone.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.for([
  ['', 'L’email è obbligatoria.'],
  ['  ', 'L’email è obbligatoria.'],
  [null, 'L’email è obbligatoria.'],
  ['\u200b', 'L’email è obbligatoria.'],
  ['Giulia Verdi giulia@example.it', 'Inserisci un’email valida.'],
  ['giulia@caffè', 'Inserisci un’email valida.'],
  ['giulia', 'Inserisci un’email valida.'],
  ['giulia@example', 'Inserisci un’email valida.'],
  [`${'g'.repeat(250)}@example.it`, 'Inserisci un’email valida.'],
] as const)('rejects the e-mail %j: %s', { tags: ['5.2'] }, ([typed, message]) => {
  expect(email.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.for([
  ['\u200bgiulia@example.it\u202c', 'giulia@example.it'],
  ['giulia\u00a0@ example.it', 'giulia@example.it'],
  ['Giulia Verdi <giulia@example.it>', 'giulia@example.it'],
  ['"Verdi, Giulia" <giulia@example.it>;', 'giulia@example.it'],
  ['mailto:giulia@example.it', 'giulia@example.it'],
  ['(giulia@example.it),', 'giulia@example.it'],
  ['giulia＠example.it', 'giulia@example.it'],
  ["d'angelo+salone@example.it", "d'angelo+salone@example.it"],
  ['mario@caffè.it', 'mario@xn--caff-8oa.it'],
  ['mario@xn--caff-8oa.it', 'mario@xn--caff-8oa.it'],
  ['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
] as const)('the e-mail %j is stored as %s', ([typed, address]) => {
  expect(email.parse(typed)).toBe(address)
})
