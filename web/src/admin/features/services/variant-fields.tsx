import type { ServiceForm, ServiceInput } from '@prenoto/core/services/managed-service-schema.ts'
import { get, type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { fieldRegister } from '../../ui/forms/admin-form.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { PRICE_LABELS } from './price-fields.tsx'
import { NO_PROCESSING, ProcessingFields } from './processing-fields.tsx'
import styles from './variant-fields.module.css'

const MAX_VARIANTS = 12

/** The variants of a service in order, each with a duration and prices of its own. */
export function VariantFields({ form }: { form: UseFormReturn<ServiceForm, unknown, ServiceInput> }) {
  const { control, formState, setFocus } = form
  const registerField = fieldRegister(form)
  // Adding a variant validates the whole list.
  const field: typeof registerField = (name, options) => {
    const { error, ...props } = registerField(name, options)
    return { ...props, error: formState.isSubmitted || get(formState.touchedFields, name) ? error : undefined }
  }
  // The variants have an id of their own.
  const { fields, append, remove, move } = useFieldArray({ control, name: 'variants', keyName: 'key' })
  const names = useWatch({ control, name: 'variants' }) ?? []
  const problem = formState.errors.variants

  const removeAt = (i: number) => {
    remove(i)
    if (fields.length > 1) setTimeout(() => setFocus(`variants.${Math.max(0, i - 1)}.name`))
  }

  return (
    <Disclosure
      title="Varianti"
      note="Per lo stesso servizio con durata e prezzo diversi, come capelli corti e lunghi: chi prenota ne sceglie una."
      isUsed={fields.length > 0}
      hasProblem={problem !== undefined}
    >
      {fields.map(({ key }, i) => (
        <fieldset key={key} className="grid gap-4 min-w-0 p-4 border rounded-m">
          <legend className={styles.title}>{names[i]?.name || `Variante ${i + 1}`}</legend>
          <TextField label="Nome" autoComplete="off" required {...field(`variants.${i}.name`)} />
          <TextField
            label="Durata (min)"
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            required
            {...field(`variants.${i}.duration`, { valueAsNumber: true })}
          />
          <FieldRow>
            <TextField
              label={PRICE_LABELS.amount}
              inputMode="decimal"
              autoComplete="off"
              required
              {...field(`variants.${i}.amount`)}
            />
            <TextField
              label={PRICE_LABELS.discounted_amount}
              inputMode="decimal"
              autoComplete="off"
              {...field(`variants.${i}.discounted_amount`)}
            />
          </FieldRow>
          <Disclosure
            title="Tempo di posa"
            isUsed={Boolean(names[i]?.processing_after)}
            hasProblem={Boolean(problem?.[i]?.processing_after ?? problem?.[i]?.processing_minutes)}
          >
            <ProcessingFields
              field={(name, options) => field(`variants.${i}.${name}`, options)}
              hint="Il cliente aspetta e il calendario è libero per altri."
            />
          </Disclosure>
          <div className="flex gap-2 flex-wrap">
            {i > 0 && (
              <Button look="quiet" onClick={() => move(i, i - 1)} aria-label={`Sposta su ${names[i]?.name}`}>
                Sposta su
              </Button>
            )}
            <Button look="quiet" onClick={() => removeAt(i)} aria-label={`Togli ${names[i]?.name}`}>
              Togli
            </Button>
          </div>
        </fieldset>
      ))}
      {typeof problem?.root?.message === 'string' && <FieldError id="variants-error" error={problem.root.message} />}
      {typeof problem?.message === 'string' && <FieldError id="variants-error" error={problem.message} />}
      {fields.length < MAX_VARIANTS && (
        <Button
          look="soft"
          onClick={() =>
            append({
              name: '',
              duration: form.getValues('duration'),
              amount: '',
              discounted_amount: '',
              ...NO_PROCESSING,
            })
          }
        >
          Aggiungi una variante
        </Button>
      )}
    </Disclosure>
  )
}
