import { expect, test } from 'vitest'
import { isOnlyWithdrawal, isWithdrawal } from '../stop-words.ts'

test.for([
  'STOP',
  ' Stop. ',
  'stop!!',
  'Stop messaggi grazie',
  'Stop ai messaggi, per favore',
  'Grazie, stop',
  'Per favore stop',
  'Buongiorno, stop agli SMS',
  'Vorrei lo stop ai messaggi',
  'Basta',
  'Basta così grazie',
  'basta messaggi',
  'Basta con questi messaggi!',
  'Annulla iscrizione',
  'Vorrei annullare l’iscrizione',
  'Disiscrivetemi',
  'unsubscribe',
  'Non scrivetemi più',
  'Per favore non mandatemi più messaggi',
  'Non voglio più ricevere messaggi',
  'Smettete di scrivermi',
])('‘%s’ withdraws the consent', (text) => expect(isWithdrawal(text)).toBe(true))

test.for([
  '',
  '👍',
  'Ok grazie',
  'Non riesco a stoppare la macchina, arrivo tardi',
  'Mi fermo dopo',
  'Grazie, non stop!',
  'Fate orario non stop?',
  'Basta che mi diciate l’ora',
  'Basta un’ora?',
  'Mi basta un taglio',
  'Confermo',
  'Non posso più venire',
  'Non vengo più',
  'Annulla la prenotazione',
  'Cancellate l’appuntamento',
  'Ho letto il messaggio',
  'Non ho ricevuto il messaggio',
  'Scrivetemi quando si libera un posto',
])('‘%s’ does not', (text) => expect(isWithdrawal(text)).toBe(false))

test.for([
  ['Stop', true],
  ['Stop messaggi grazie', true],
  ['Basta così', true],
  ['Stop, domani non vengo', false],
  [`Stop ${'ai'.repeat(40)}x`, false],
  ['Non scrivetemi più, ho cambiato salone', false],
] as const)('‘%s’ says nothing else: %s', ([text, isOnly]) => expect(isOnlyWithdrawal(text)).toBe(isOnly))
