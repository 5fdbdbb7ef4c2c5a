import { checkImport, type ImportDetails, type ImportOptions } from '@prenoto/core/imports/imports.endpoints.ts'
import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import styles from './imports.module.css'
import { useStep } from './imports.queries.ts'
import { Refusal } from './step.tsx'

const NONE = 'none'

/** The unknown names of a file with the records that they can mean. */
const listUnknown = ({ unknown_services, unknown_calendars, choices: { services, calendars } }: ImportDetails) =>
  [
    ...unknown_services.map((name) => ({ name, option: 'service_names', records: services }) as const),
    ...unknown_calendars.map((name) => ({ name, option: 'calendar_names', records: calendars }) as const),
  ] as const

const TEXTS = {
  service_names: { label: 'Servizio', none: 'Salta queste prenotazioni' },
  calendar_names: { label: 'Calendario', none: 'Chiunque' },
}

/** Assigns names of the file to services and calendars, and repeats the dry run. */
export function NameChoice({ file }: { file: ImportDetails }) {
  const { id, options } = file
  const [chosen, setChosen] = useState<Pick<ImportOptions, keyof typeof TEXTS>>({
    service_names: [],
    calendar_names: [],
  })
  const {
    mutate: check,
    isPending,
    error,
  } = useStep(id, (body: ImportOptions) => api(checkImport, { params: { id }, body }))

  const choose = (option: keyof typeof TEXTS, name: string, value: string) => {
    const others = chosen[option].filter((other) => other.name !== name)
    const choice = value ? [{ name, id: value === NONE ? null : Number(value) }] : []
    setChosen({ ...chosen, [option]: [...others, ...choice] })
  }
  function showChoice(option: keyof typeof TEXTS, name: string) {
    const choice = chosen[option].find((other) => other.name === name)
    return choice ? (choice.id ?? NONE) : ''
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check({
      ...options,
      service_names: [...options.service_names, ...chosen.service_names],
      calendar_names: [...options.calendar_names, ...chosen.calendar_names],
    })
  }
  return (
    <form className={styles.attention} onSubmit={submit} aria-label="Nomi da riconoscere">
      <p>Nel file ci sono nomi che in Prenoto non trovo. Scegli a che cosa corrispondono, poi controlla di nuovo.</p>
      <div className={styles.columns}>
        {listUnknown(file).map(({ name, option, records }) => (
          <SelectField
            key={`${option} ${name}`}
            label={`${TEXTS[option].label} «${name}»`}
            value={showChoice(option, name)}
            onChange={({ target }) => choose(option, name, target.value)}
          >
            <option value="">Scegli…</option>
            <option value={NONE}>{TEXTS[option].none}</option>
            {records.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Refusal error={error} />
      <div className={styles.actions}>
        <Button type="submit" look="soft" loading={isPending}>
          Controlla di nuovo
        </Button>
      </div>
    </form>
  )
}
