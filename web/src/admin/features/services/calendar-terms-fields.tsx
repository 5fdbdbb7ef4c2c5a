import type { ServiceForm, ServiceInput } from '@prenoto/core/services/managed-service-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { itemsQuery } from '../../lib/crud-queries.ts'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { fieldRegister, numberOr } from '../../ui/forms/admin-form.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { calendars } from '../calendars/calendars.queries.ts'
import { PRICE_LABELS } from './price-fields.tsx'
import styles from './variant-fields.module.css'

export const CALENDAR_TERMS_LABEL = 'Durata e prezzo per calendario'

/** Duration and prices of a service on some of its calendars. */
export function CalendarTermsFields({ form }: { form: UseFormReturn<ServiceForm, unknown, ServiceInput> }) {
  const { control, formState } = form
  const field = fieldRegister(form)
  const { fields, append, remove } = useFieldArray({ control, name: 'by_calendar', keyName: 'key' })
  const [own, others = [], terms = []] = useWatch({
    control,
    name: ['calendar_id', 'other_calendar_ids', 'by_calendar'],
  })
  const ids = others.length > 0 || terms.length > 0 ? [own, ...others, ...terms.map((one) => one.calendar_id)] : []
  const { data: known = [] } = useQuery(itemsQuery(calendars, [...new Set(ids)].sort()))
  const calendarName = (id: number) => known.find((calendar) => calendar.id === id)?.name ?? 'un altro calendario'
  const problem = formState.errors.by_calendar
  if (others.length === 0 && fields.length === 0) return null

  return (
    <Disclosure
      title={CALENDAR_TERMS_LABEL}
      note="Per chi ci mette più o meno tempo o ha un prezzo suo. Con le varianti vale la stessa differenza."
      isUsed={fields.length > 0}
      hasProblem={problem !== undefined}
    >
      {fields.map(({ key, calendar_id }, i) => (
        <fieldset key={key} className="grid gap-4 min-w-0 p-4 border rounded-m">
          <legend className={styles.title}>{`Con ${calendarName(calendar_id)}`}</legend>
          <NumberField
            label="Durata (min)"
            min={1}
            hint="Vuoto: quella del servizio."
            {...field(`by_calendar.${i}.duration`, numberOr(null))}
          />
          <FieldRow>
            <TextField
              label={PRICE_LABELS.amount}
              inputMode="decimal"
              autoComplete="off"
              hint="Vuoto: quello del servizio."
              {...field(`by_calendar.${i}.amount`)}
            />
            <TextField
              label={PRICE_LABELS.discounted_amount}
              inputMode="decimal"
              autoComplete="off"
              {...field(`by_calendar.${i}.discounted_amount`)}
            />
          </FieldRow>
          <div>
            <Button look="quiet" onClick={() => remove(i)} aria-label={`Togli ${calendarName(calendar_id)}`}>
              Togli
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="flex gap-2 flex-wrap">
        {[own, ...others]
          .filter((id) => !terms.some(({ calendar_id }) => calendar_id === id))
          .map((id) => (
            <Button
              key={id}
              look="soft"
              onClick={() => append({ calendar_id: id, duration: null, amount: '', discounted_amount: '' })}
            >
              {`Aggiungi ${calendarName(id)}`}
            </Button>
          ))}
      </div>
    </Disclosure>
  )
}
