import { fieldsOfKind, type ImportField, importFields, missingFields } from '@prenoto/core/imports/import-fields.ts'
import { checkImport, type ImportDetails, type ImportOptions } from '@prenoto/core/imports/imports.endpoints.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api, getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import styles from './imports.module.css'
import { useStep } from './imports.queries.ts'

const DATE_ORDERS = {
  dmy: 'Giorno/mese/anno: 03/11 è il 3 novembre',
  mdy: 'Mese/giorno/anno: 03/11 è l’11 marzo',
}

const LIST = new Intl.ListFormat('it')

/** `children`: further buttons. */
type ColumnChoiceProps = { file: ImportDetails; children?: ReactNode }

/** Assigns a meaning to each column and starts the dry run. */
export function ColumnChoice({ file, children }: ColumnChoiceProps) {
  const { id, kind, columns } = file
  const [options, setOptions] = useState(file.options)
  const { fields, date_order, updates_present } = options
  const {
    mutate: check,
    isPending,
    error,
  } = useStep(id, (body: ImportOptions) => api(checkImport, { params: { id }, body }))

  const change = (changed: Partial<ImportOptions>) => setOptions({ ...options, ...changed })
  /** A meaning moves from the column that had it. */
  const choose = (column: number, field: ImportField | null) =>
    change({
      fields: columns.map((_, i) => (i === column ? field : fields[i] === field ? null : (fields[i] ?? null))),
    })

  const missing = missingFields(kind, fields)
  const order = columns[fields.indexOf('day')]?.date_order
  /** Columns of contacts that would be left out. */
  const ignored = columns.flatMap(({ heading, content }, i) =>
    !fields[i] && (content === 'telephone' || content === 'email') ? `«${heading || `Colonna ${i + 1}`}»` : [],
  )
  const hasNoHeadings = columns.every(({ heading }) => heading === '')
  const isAmbiguous = kind === 'bookings' && order === 'either'
  const problem =
    missing.length > 0
      ? `Manca ancora: indica quale colonna contiene ${LIST.format(missing)}.`
      : isAmbiguous && !date_order
        ? 'Manca ancora il formato della data: nel file si può leggere in due modi.'
        : error && getMessage(error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    check({ ...options, date_order: order === 'dmy' || order === 'mdy' ? order : date_order })
  }
  return (
    <form className={styles.step} onSubmit={submit} aria-label="Colonne del file">
      {hasNoHeadings && (
        <p>
          Nel file non c’è una riga con i titoli delle colonne: guarda gli esempi. Se invece c’è, elimina il file e
          caricalo di nuovo indicando quella riga.
        </p>
      )}
      <ul className={styles.columns}>
        {columns.map(({ heading, sample }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file have no other key
          <li key={i} className={styles.column}>
            <SelectField
              label={heading || `Colonna ${i + 1}`}
              hint={sample.length > 0 ? `Per esempio: ${sample.join(' · ')}` : 'Sempre vuota.'}
              value={fields[i] ?? ''}
              onChange={({ target }) => choose(i, (target.value || null) as ImportField | null)}
            >
              <option value="">Non importare</option>
              {fieldsOfKind[kind].map((field) => (
                <option key={field} value={field}>
                  {importFields[field]}
                </option>
              ))}
            </SelectField>
          </li>
        ))}
      </ul>
      {isAmbiguous && (
        <div className={styles.file}>
          <SelectField
            label="Formato della data"
            value={date_order ?? ''}
            onChange={({ target }) => change({ date_order: (target.value || null) as ImportOptions['date_order'] })}
          >
            <option value="">Scegli…</option>
            {Object.entries(DATE_ORDERS).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {kind === 'customers' && (
        <Checkbox
          label="Aggiorna telefono e note di chi è già tra i clienti; altrimenti resta com’è. I clienti bloccati e quelli con trattamento limitato non cambiano mai."
          checked={updates_present}
          onChange={({ target }) => change({ updates_present: target.checked })}
        />
      )}
      {ignored.length > 0 && (
        <p className={styles.muted}>
          {ignored.length === 1
            ? `La colonna ${LIST.format(ignored)} sembra contenere recapiti, ma non si importa.`
            : `Le colonne ${LIST.format(ignored)} sembrano contenere recapiti, ma non si importano.`}
        </p>
      )}
      <p className={styles.problem} role="status">
        {problem}
      </p>
      <div className={styles.actions}>
        <Button type="submit" loading={isPending} disabled={missing.length > 0 || (isAmbiguous && !date_order)}>
          Controlla il file
        </Button>
        {children}
      </div>
    </form>
  )
}
