import { apiKeySchema } from '@prenoto/core/api-keys/api-keys.endpoints.ts'
import { type KeyRight, keyRightNames, keyRights } from '@prenoto/core/contract/key-right.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { fieldRegister, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { useCreateApiKey } from './api-keys.queries.ts'

const EXPLANATIONS: Record<KeyRight, string> = {
  read: 'Nomi dei clienti compresi, senza email e telefono.',
  book: 'Come fai tu dall’agenda; segna anche chi è arrivato.',
  customers: 'Cerca nell’elenco e vede email e telefono.',
}

export function NewKeyForm({ onCreated, onCancel }: { onCreated: (key: string) => void; onCancel: () => void }) {
  const form = useAdminForm(apiKeySchema, { name: '', rights: ['read'] }, 'onSubmit')
  const { mutateAsync: create } = useCreateApiKey()
  const field = fieldRegister(form)
  const { error, ...rights } = field('rights')

  const save = form.handleSubmit(async (typed) => {
    try {
      onCreated((await create(typed)).key)
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <form method="dialog" noValidate className="grid gap-4" onSubmit={save} aria-label="Nuova chiave">
      <TextField
        label="Nome del programma"
        hint="Per esempio Cassa: lo vedi accanto alle prenotazioni che fa."
        autoComplete="off"
        required
        {...field('name')}
      />
      <FieldGroup title="Cosa può fare">
        {keyRights.map((right, i) => (
          <Checkbox
            key={right}
            value={right}
            label={
              <>
                <span>{keyRightNames[right]}</span>
                <span className="block muted text-xs">{EXPLANATIONS[right]}</span>
              </>
            }
            error={i === keyRights.length - 1 ? error : undefined}
            {...rights}
          />
        ))}
      </FieldGroup>
      <div className="flex gap-3 flex-wrap justify-end">
        <Button look="quiet" onClick={onCancel}>
          Annulla
        </Button>
        <Button type="submit" loading={form.formState.isSubmitting}>
          Crea la chiave
        </Button>
      </div>
    </form>
  )
}
