import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import type { LineOutcome } from '@prenoto/core/imports/import-outcomes.ts'
import type { ImportState, ImportSummary } from '@prenoto/core/imports/imports.endpoints.ts'

export const KINDS: Record<ImportKind, string> = { customers: 'Clienti', bookings: 'Prenotazioni future' }

const STATES: Record<ImportState, string> = {
  uploaded: 'Da provare',
  checking: 'Prova in corso',
  checked: 'Provato, da importare',
  importing: 'In corso',
  done: 'Importato',
  undoing: 'Annullamento in corso',
  undone: 'Annullato',
}

export const stateText = ({ state, is_stopped }: Pick<ImportSummary, 'state' | 'is_stopped'>) =>
  is_stopped ? 'Fermata, da riprendere' : STATES[state]

const NUMBER = new Intl.NumberFormat('it', { useGrouping: 'always' })

export const shownNumber = (count: number) => NUMBER.format(count)

/** '1 cliente', '500 clienti', '3 prenotazioni' */
export function formatCount(kind: ImportKind, count: number) {
  const one = kind === 'customers' ? 'cliente' : 'prenotazione'
  const many = kind === 'customers' ? 'clienti' : 'prenotazioni'
  return `${shownNumber(count)} ${count === 1 ? one : many}`
}

export const linesText = (count: number) => (count === 1 ? '1 riga' : `${shownNumber(count)} righe`)

/** The outcome of one line and of several; of bookings, which are feminine, if that differs. */
const OUTCOMES: Record<LineOutcome, [one: string, several: string, booking?: string, bookings?: string]> = {
  error: ['Errore', 'Errori'],
  conflict: ['Conflitto', 'In conflitto'],
  kept: ['Rimasto', 'Rimasti', 'Rimasta', 'Rimaste'],
  duplicate: ['Doppio nel file', 'Doppi nel file', 'Doppia nel file', 'Doppie nel file'],
  skipped: ['Saltato', 'Saltati', 'Saltata', 'Saltate'],
  present: ['Già presente: resta com’è', 'Già presenti: restano come sono', 'Resta com’è'],
  update: ['Già presente: verrà aggiornato', 'Già presenti: da aggiornare'],
  new: ['Nuovo', 'Nuovi', 'Nuova', 'Nuove'],
  updated: ['Aggiornato', 'Aggiornati'],
  imported: ['Importato', 'Importati', 'Importata', 'Importate'],
  undone: ['Annullato', 'Annullati', 'Annullata', 'Annullate'],
}

export function outcomeText(kind: ImportKind, outcome: LineOutcome) {
  const [one, , booking] = OUTCOMES[outcome]
  return (kind === 'bookings' && booking) || one
}

/** The short names of outcomes above their numbers. */
export function countLabel(kind: ImportKind, outcome: LineOutcome) {
  const [, several, , bookings] = OUTCOMES[outcome]
  return (kind === 'bookings' && bookings) || several
}
