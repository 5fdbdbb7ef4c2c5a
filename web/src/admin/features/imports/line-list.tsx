import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import { type LineOutcome, lineOutcomeNames } from '@prenoto/core/imports/import-outcomes.ts'
import type { ImportDetails, ImportLine } from '@prenoto/core/imports/imports.endpoints.ts'
import { useState } from 'react'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { PagedTable } from '../../ui/lists/list-screen.tsx'
import { linesText, outcomeText, shownNumber } from './import-texts.ts'
import styles from './imports.module.css'
import { importLines } from './imports.queries.ts'

const LINE: Column<ImportLine> = { title: 'Riga', show: ({ line }) => shownNumber(line) }
const outcomeColumn = (kind: ImportKind): Column<ImportLine> => ({
  title: 'Esito',
  show: ({ outcome, detail }) => (
    <span className={styles.outcome}>
      <strong>{outcomeText(kind, outcome)}</strong>
      <span>{detail && `: ${detail}`}</span>
    </span>
  ),
})
const NAME: Column<ImportLine> = { title: 'Nome', show: ({ name }) => name || '-' }
const SURNAME: Column<ImportLine> = { title: 'Cognome', show: ({ surname }) => surname || '-' }
const CONTACT: Column<ImportLine> = { title: 'Recapiti', show: ({ contact }) => contact || '-' }
const VISIT: Column<ImportLine> = { title: 'Prenotazione', show: ({ visit }) => visit || '-' }

const COLUMNS = {
  customers: [LINE, outcomeColumn('customers'), NAME, SURNAME, CONTACT],
  bookings: [LINE, outcomeColumn('bookings'), VISIT, NAME, SURNAME, CONTACT],
}

const PER_PAGE = 50

/** The lines with their outcomes, errors first; one outcome alone can be shown. */
export function LineList({ file }: { file: ImportDetails }) {
  const [outcome, setOutcome] = useState<LineOutcome>()
  const present = lineOutcomeNames.filter((name) => file.counts[name])
  const shownOutcome = outcome && file.counts[outcome] ? outcome : undefined
  return (
    <div className={styles.step}>
      <div className={styles.filter}>
        <SelectField
          label="Mostra"
          value={shownOutcome ?? ''}
          onChange={({ target }) => setOutcome((target.value || undefined) as LineOutcome | undefined)}
        >
          <option value="">{`Tutte: ${linesText(file.lines)}`}</option>
          {present.map((name) => (
            <option key={name} value={name}>
              {`${outcomeText(file.kind, name)}: ${linesText(file.counts[name]!)}`}
            </option>
          ))}
        </SelectField>
      </div>
      <PagedTable
        key={`${file.state}-${shownOutcome}`}
        title="Righe del file"
        list={importLines(file, shownOutcome)}
        perPage={PER_PAGE}
        columns={COLUMNS[file.kind]}
        emptyText="Non ci sono righe con questo esito."
      />
    </div>
  )
}
