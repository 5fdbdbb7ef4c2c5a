import { IMPORT_DAYS, MAX_LINES } from '@prenoto/core/imports/import-outcomes.ts'
import { MAX_COLUMNS } from '@prenoto/core/imports/imports.endpoints.ts'
import { conflict, invalidField, notFound } from '../../lib/errors.ts'

export const ImportNotFound = notFound('Questa importazione non c’è più.')

/** The import's state does not allow this step, for instance because another tab has taken it. */
export const WrongStep = conflict('Nel frattempo l’importazione è andata avanti: ricarica la pagina.')
export const AnotherImportRuns = conflict(
  'È già in corso un’altra importazione: aspetta che finisca o, se si è fermata, riprendila.',
)
export const SpreadsheetFile = invalidField(
  'Questo è un file di Excel o di un altro foglio di calcolo: aprilo, scegli «Salva con nome» e il formato CSV, poi carica quel file.',
)
export const NoText = invalidField('Questo non sembra un file di testo CSV.')
export const NoLines = invalidField('Il file non ha righe da importare: la prima riga contiene i titoli delle colonne.')

/** The row that the user has chosen for the headings is empty. */
export const NoHeadings = invalidField('Quella riga del file è vuota: scegli la riga con i titoli delle colonne.')
export const TooManyLines = invalidField(
  `Il file ha troppe righe: al massimo ${MAX_LINES.toLocaleString('it')}. Dividilo in più file.`,
)
export const TooManyColumns = invalidField(`Il file ha troppe colonne: al massimo ${MAX_COLUMNS}.`)
export const LineTooLong = invalidField('Una riga del file è troppo lunga per essere quella di un elenco.')
export const ColumnsMissing = invalidField<{ missing: string[] }>(
  ({ missing }) => `Indica quale colonna contiene ${list.format(missing)}.`,
)
export const ColumnTwice = invalidField<{ label: string }>(({ label }) => `«${label}» è indicato per più colonne.`)
export const DateOrderMissing = invalidField('Indica il formato della data.')

/** The service or calendar that was chosen for a name of the file is gone. */
export const ChoiceGone = invalidField<{ name: string }>(
  ({ name }) => `Quello che hai scelto per «${name}» non c’è più: scegli di nuovo.`,
)
export const TooManyFiles = conflict<{ max: number; isUnfinished: boolean }>(({ max, isUnfinished }) =>
  isUnfinished
    ? `Ci sono già ${max} file da finire: importali o eliminali, poi carica questo.`
    : `Negli ultimi ${IMPORT_DAYS} giorni hai già importato ${max} file: aspetta che il più vecchio si cancelli.`,
)

const list = new Intl.ListFormat('it')
