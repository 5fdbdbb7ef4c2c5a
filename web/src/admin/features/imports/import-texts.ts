import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import { type LineOutcome, lineOutcomes } from '@prenoto/core/imports/import-outcomes.ts'
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

export type Counts = { [K in LineOutcome]?: number }

/** '21-11-2026 09:45' → '21/11/2026 alle 09:45' */
export const describeInstant = (at: string) => at.replaceAll('-', '/').replace(' ', ' alle ')

/** Prenotazione is feminine, cliente masculine. */
const OF_BOOKINGS: { [K in LineOutcome]?: string } = {
  kept: 'Rimasta',
  duplicate: 'Doppia nel file',
  skipped: 'Saltata',
  present: 'Resta com’è',
  new: 'Nuova',
  imported: 'Importata',
  undone: 'Annullata',
}

export const outcomeText = (kind: ImportKind, outcome: LineOutcome) =>
  (kind === 'bookings' && OF_BOOKINGS[outcome]) || lineOutcomes[outcome]

export const COUNT_LABELS: Record<LineOutcome, string> = {
  error: 'Errori',
  conflict: 'In conflitto',
  kept: 'Rimasti',
  duplicate: 'Doppi nel file',
  skipped: 'Saltati',
  present: 'Già presenti: restano come sono',
  update: 'Già presenti: da aggiornare',
  new: 'Nuovi',
  updated: 'Aggiornati',
  imported: 'Importati',
  undone: 'Annullati',
}

const COUNTS_OF_BOOKINGS: { [K in LineOutcome]?: string } = {
  kept: 'Rimaste',
  duplicate: 'Doppie nel file',
  skipped: 'Saltate',
  new: 'Nuove',
  imported: 'Importate',
  undone: 'Annullate',
}

/** The short names of outcomes above their numbers. */
export const countLabel = (kind: ImportKind, outcome: LineOutcome) =>
  (kind === 'bookings' && COUNTS_OF_BOOKINGS[outcome]) || COUNT_LABELS[outcome]
