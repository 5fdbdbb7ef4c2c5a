import { proveIdentity } from '@prenoto/core/session/log-in.endpoints.ts'
import { proofSchema } from '@prenoto/core/session/log-in-schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../lib/api-client.ts'
import { deviceHeader } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { fieldsOf, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { Dialog } from '../../ui/panels/dialog.tsx'
import { announceProof, type ProofQuestion } from './proof.ts'
import styles from './proof-dialog.module.css'
import { useUser } from './session.queries.ts'

/** Asks for the password when a call needs a proof; then the call is repeated. */
export default function ProofDialog({ question: { opener, settle } }: { question: ProofQuestion }) {
  const { email } = useUser()
  const form = useAdminForm(proofSchema, { password: '' })
  const { mutateAsync: prove } = useMutation({
    mutationFn: (body: { password: string }) => api(proveIdentity, { headers: deviceHeader(), body }),
  })
  const cancel = () => settle(false)

  const { setFocus } = form
  useEffect(() => setFocus('password'), [setFocus])

  const save = form.handleSubmit(async (proof) => {
    try {
      await prove(proof)
      announceProof()
      settle(true)
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <Dialog title="Conferma che sei tu" opener={opener} onClose={cancel}>
      <form method="dialog" noValidate className={styles.form} onSubmit={save}>
        <p>Per questa operazione scrivi di nuovo la tua password.</p>
        {/* The account, for password managers. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...fieldsOf(form)('password')}
        />
        <div className={styles.actions}>
          <Button look="quiet" onClick={cancel}>
            Annulla
          </Button>
          <Button type="submit" loading={form.formState.isSubmitting}>
            Conferma
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
