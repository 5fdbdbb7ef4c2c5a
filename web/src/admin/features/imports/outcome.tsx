import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import { type LineOutcome, lineOutcomeNames } from '@prenoto/core/imports/import-outcomes.ts'
import { exportRejectedLines, type ImportDetails, type ImportLine } from '@prenoto/core/imports/imports.endpoints.ts'
import { useState } from 'react'
import { DownloadButton } from '../../ui/download-button.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { PagedTable } from '../../ui/lists/list-screen.tsx'
import { countLabel, linesText, outcomeText, shownNumber } from './import-texts.ts'
import styles from './imports.module.css'
import { importLines } from './imports.queries.ts'

/** The number of lines by outcome: what goes well first. */
export const OutcomeCounts = ({ file: { kind, counts } }: { file: ImportDetails }) => (
  <dl className={styles.counts}>
    {lineOutcomeNames
      .filter((name) => counts[name])
      .reverse()
      .map((name) => (
        <div key={name} className={styles.count}>
          <dt>{countLabel(kind, name)}</dt>
          <dd>{shownNumber(counts[name]!)}</dd>
        </div>
      ))}
  </dl>
)

/** Nothing if no line has to be corrected. */
export const RejectedLines = ({ file: { id, counts } }: { file: ImportDetails }) =>
  (counts.error ?? 0) + (counts.conflict ?? 0) > 0 && (
    <DownloadButton text="Scarica le righe da correggere" endpoint={exportRejectedLines} params={{ id }} />
  )

const makeColumns = (kind: ImportKind): Column<ImportLine>[] => [
  { title: 'Riga', show: ({ line }) => shownNumber(line) },
  {
    title: 'Esito',
    show: ({ outcome, detail }) => (
      <span className={styles.outcome}>
        <strong>{outcomeText(kind, outcome)}</strong>
        <span>{detail && `: ${detail}`}</span>
      </span>
    ),
  },
  ...(kind === 'bookings' ? [{ title: 'Prenotazione', show: ({ visit }: ImportLine) => visit || '-' }] : []),
  { title: 'Nome', show: ({ name }) => name || '-' },
  { title: 'Cognome', show: ({ surname }) => surname || '-' },
  { title: 'Recapiti', show: ({ contact }) => contact || '-' },
]

const COLUMNS = { customers: makeColumns('customers'), bookings: makeColumns('bookings') }

const PER_PAGE = 50

/** The lines with their outcomes, errors first; one outcome alone can be shownOutcome. */
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
