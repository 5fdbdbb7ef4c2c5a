import { newDomainSchema } from '@prenoto/core/domains/domains.endpoints.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { fieldRegister, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import styles from './domains.module.css'
import { useAddDomain } from './domains.queries.ts'

export function NewDomainForm() {
  const form = useAdminForm(newDomainSchema, { domain: '' }, 'onSubmit')
  const { mutateAsync: add } = useAddDomain()

  const save = form.handleSubmit(async (typed) => {
    try {
      await add(typed)
      form.reset()
      showToast('success', 'Dominio aggiunto: ora scrivi i record nel DNS.')
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <form method="dialog" noValidate className={styles.form} onSubmit={save} aria-label="Nuovo dominio">
      <TextField
        label="Aggiungi un dominio tuo"
        hint="Per esempio www.tuosalone.it. Lo compri dove preferisci; qui lo colleghi."
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        {...fieldRegister(form)('domain')}
      />
      <div>
        <Button type="submit" loading={form.formState.isSubmitting}>
          Aggiungi
        </Button>
      </div>
    </form>
  )
}
