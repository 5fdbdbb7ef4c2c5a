import { IMPORT_DAYS, MAX_LINES } from '@prenoto/core/imports/import-outcomes.ts'
import { MAX_COLUMNS } from '@prenoto/core/imports/imports.endpoints.ts'
import { Conflict, type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

export class ImportNotFound extends NotFound {}

/** The import's state does not allow this step, for instance because another tab has taken it. */
export class WrongStep extends Conflict {}
export class AnotherImportRuns extends Conflict {}
export class SpreadsheetFile extends InvalidField {}
export class NoText extends InvalidField {}
export class NoLines extends InvalidField {}

/** The row that the user has chosen for the headings is empty. */
export class NoHeadings extends InvalidField {}
export class TooManyLines extends InvalidField {}
export class TooManyColumns extends InvalidField {}
export class LineTooLong extends InvalidField {}
export class ColumnsMissing extends InvalidField<{ missing: string[] }> {}
export class ColumnTwice extends InvalidField<{ label: string }> {}
export class DateOrderMissing extends InvalidField {}

/** The service or calendar that was chosen for a name of the file is gone. */
export class ChoiceGone extends InvalidField<{ name: string }> {}
export class TooManyFiles extends Conflict<{ max: number; isUnfinished: boolean }> {}

const list = new Intl.ListFormat('it')

export const importErrors: ErrorTexts = new Map([
  errorText(ImportNotFound, 'Questa importazione non c’è più.'),
  errorText(WrongStep, 'Nel frattempo l’importazione è andata avanti: ricarica la pagina.'),
  errorText(
    AnotherImportRuns,
    'È già in corso un’altra importazione: aspetta che finisca o, se si è fermata, riprendila.',
  ),
  errorText(
    SpreadsheetFile,
    'Questo è un file di Excel o di un altro foglio di calcolo: aprilo, scegli «Salva con nome» e il formato CSV, poi carica quel file.',
  ),
  errorText(NoText, 'Questo non sembra un file di testo CSV.'),
  errorText(NoLines, 'Il file non ha righe da importare: la prima riga contiene i titoli delle colonne.'),
  errorText(NoHeadings, 'Quella riga del file è vuota: scegli la riga con i titoli delle colonne.'),
  errorText(
    TooManyLines,
    `Il file ha troppe righe: al massimo ${MAX_LINES.toLocaleString('it')}. Dividilo in più file.`,
  ),
  errorText(TooManyColumns, `Il file ha troppe colonne: al massimo ${MAX_COLUMNS}.`),
  errorText(LineTooLong, 'Una riga del file è troppo lunga per essere quella di un elenco.'),
  errorText(ColumnsMissing, ({ data: { missing } }) => `Indica quale colonna contiene ${list.format(missing)}.`),
  errorText(ColumnTwice, ({ data: { label } }) => `«${label}» è indicato per più colonne.`),
  errorText(ChoiceGone, ({ data: { name } }) => `Quello che hai scelto per «${name}» non c’è più: scegli di nuovo.`),
  errorText(TooManyFiles, ({ data: { max, isUnfinished } }) =>
    isUnfinished
      ? `Ci sono già ${max} file da finire: importali o eliminali, poi carica questo.`
      : `Negli ultimi ${IMPORT_DAYS} giorni hai già importato ${max} file: aspetta che il più vecchio si cancelli.`,
  ),
  errorText(DateOrderMissing, 'Indica il formato della data.'),
])
