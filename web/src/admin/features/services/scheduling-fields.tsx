import type { ServiceForm, ServiceInput } from '@prenoto/core/services/managed-service-schema.ts'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { PagedMultiSelect } from '../../ui/fields/paged-select.tsx'
import { fieldRegister, numberOr } from '../../ui/forms/admin-form.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { calendars } from '../calendars/calendars.queries.ts'
import { NO_PROCESSING, PROCESSING_LABELS, ProcessingFields } from './processing-fields.tsx'

export const SCHEDULING_LABELS = {
  other_calendar_ids: 'Anche su questi calendari',
  buffer_before: 'Tempo prima (min)',
  buffer_after: 'Tempo dopo (min)',
  slot_step: 'Un inizio ogni (min)',
  ...PROCESSING_LABELS,
}

type SchedulingField = keyof typeof SCHEDULING_LABELS

const NAMES = Object.keys(SCHEDULING_LABELS) as SchedulingField[]

export const DEFAULT_SCHEDULING = {
  other_calendar_ids: [],
  buffer_before: 0,
  buffer_after: 0,
  slot_step: null,
  ...NO_PROCESSING,
} satisfies Pick<ServiceForm, SchedulingField>

/** Further calendars of a service, its buffers, the step between its slots and its processing time. */
export function SchedulingFields({ form }: { form: UseFormReturn<ServiceForm, unknown, ServiceInput> }) {
  const { control, formState } = form
  const field = fieldRegister(form)
  const { field: others, fieldState } = useController({ control, name: 'other_calendar_ids' })
  const [ownDuration, before, after, step, processing, variants] = useWatch({
    control,
    name: ['calendar_id', 'buffer_before', 'buffer_after', 'slot_step', 'processing_after', 'variants'],
  })
  const chosen = others.value ?? []

  return (
    <Disclosure
      title="Chi e quando"
      note="Altri calendari, il tempo da tenere libero, ogni quanto si comincia e il tempo di posa."
      isUsed={Boolean(chosen.length || before || after || step || processing)}
      hasProblem={NAMES.some((name) => formState.errors[name])}
    >
      <PagedMultiSelect
        label={SCHEDULING_LABELS.other_calendar_ids}
        placeholder="Nessun altro"
        hint="Con più calendari chi prenota sceglie con chi."
        emptyText="Non ci sono altri calendari."
        list={calendars}
        except={ownDuration}
        value={chosen}
        onChange={others.onChange}
        onBlur={others.onBlur}
        error={fieldState.error?.message}
      />
      <FieldRow>
        <NumberField label={SCHEDULING_LABELS.buffer_before} {...field('buffer_before', numberOr(0))} />
        <NumberField label={SCHEDULING_LABELS.buffer_after} {...field('buffer_after', numberOr(0))} />
      </FieldRow>
      <NumberField
        label={SCHEDULING_LABELS.slot_step}
        min={1}
        hint="Vuoto: quanto dura il servizio."
        {...field('slot_step', numberOr(null))}
      />
      <ProcessingFields
        field={field}
        hint={
          variants?.length
            ? 'Con le varianti vale quello di ciascuna.'
            : 'Il cliente aspetta e il calendario è libero per altri.'
        }
      />
    </Disclosure>
  )
}
