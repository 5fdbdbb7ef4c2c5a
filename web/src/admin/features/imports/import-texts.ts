import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import type { LineOutcome } from '@prenoto/core/imports/import-outcomes.ts'
import type { ImportState } from '@prenoto/core/imports/imports.endpoints.ts'

export const KINDS: Record<ImportKind, string> = { customers: 'Clienti', bookings: 'Prenotazioni future' }

export const STATES: Record<ImportState, string> = {
  uploaded: 'Da provare',
  checking: 'Prova in corso',
  checked: 'Provato, da importare',
  importing: 'In corso',
  done: 'Importato',
  undoing: 'Annullamento in corso',
  undone: 'Annullato',
}

const NUMBER = new Intl.NumberFormat('it', { useGrouping: 'always' })

export const shownNumber = (count: number) => NUMBER.format(count)

/** '1 cliente', '500 clienti', '3 prenotazioni' */
export function countOf(kind: ImportKind, count: number) {
  const one = kind === 'customers' ? 'cliente' : 'prenotazione'
  const many = kind === 'customers' ? 'clienti' : 'prenotazioni'
  return `${shownNumber(count)} ${count === 1 ? one : many}`
}

export const linesText = (count: number) => (count === 1 ? '1 riga' : `${shownNumber(count)} righe`)

export type Counts = { [K in LineOutcome]?: number }

/** '21-11-2026 09:45' → '21/11/2026 alle 09:45' */
export const describeInstant = (at: string) => at.replaceAll('-', '/').replace(' ', ' alle ')

/** The short names of outcomes above their numbers. */
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
