import type { ImportDetails, ImportOptions } from '@prenoto/core/imports/imports.endpoints.ts'
import { type FormEvent, useState } from 'react'
import { getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import { useCheck } from './column-choice.tsx'
import styles from './imports.module.css'

/** Assigns names of the file to services and calendars, and repeats the dry run. */
export function NameChoice({ file }: { file: ImportDetails }) {
  const { id, options, unknown_services, unknown_calendars, choices } = file
  const [services, setServices] = useState<Record<string, string>>({})
  const [calendars, setCalendars] = useState<Record<string, string>>({})
  const { mutate: check, isPending, error } = useCheck(id)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    check({
      ...options,
      service_names: [...options.service_names, ...chosen(unknown_services, services)],
      calendar_names: [...options.calendar_names, ...chosen(unknown_calendars, calendars)],
    })
  }
  return (
    <form className={styles.attention} onSubmit={submit} aria-label="Nomi da riconoscere">
      <p>Nel file ci sono nomi che in Prenoto non trovo. Scegli a che cosa corrispondono, poi controlla di nuovo.</p>
      <div className={styles.columns}>
        {unknown_services.map((name) => (
          <SelectField
            key={name}
            label={`Servizio «${name}»`}
            value={services[name] ?? ''}
            onChange={({ target }) => setServices({ ...services, [name]: target.value })}
          >
            <option value="">Scegli…</option>
            <option value={NONE}>Salta queste prenotazioni</option>
            <Choices of={choices.services} />
          </SelectField>
        ))}
        {unknown_calendars.map((name) => (
          <SelectField
            key={name}
            label={`Calendario «${name}»`}
            value={calendars[name] ?? ''}
            onChange={({ target }) => setCalendars({ ...calendars, [name]: target.value })}
          >
            <option value="">Scegli…</option>
            <option value={NONE}>Chiunque</option>
            <Choices of={choices.calendars} />
          </SelectField>
        ))}
      </div>
      {error && (
        <p className={styles.problem} role="alert">
          {getMessage(error)}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" look="soft" loading={isPending}>
          Controlla di nuovo
        </Button>
      </div>
    </form>
  )
}

const NONE = 'none'

const Choices = ({ of }: { of: { id: number; name: string }[] }) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))

const chosen = (names: string[], values: Record<string, string>): ImportOptions['service_names'] =>
  names.flatMap((name) => {
    const value = values[name]
    return value ? [{ name, id: value === NONE ? null : Number(value) }] : []
  })
