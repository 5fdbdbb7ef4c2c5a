import { proveIdentity, startPasskeyProof } from '@prenoto/core/session/proof.endpoints.ts'
import { type Proof, proofFormSchema } from '@prenoto/core/session/proof-schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'
import { signWithPasskey, stopPasskey, supportsPasskeys } from '../../../lib/passkey.ts'
import { deviceHeader } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { fieldRegister, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { Dialog } from '../../ui/panels/dialog.tsx'
import { secondFactorQuery } from '../second-factor/second-factor.queries.ts'
import { announceProof, type ProofQuestion } from './proof.ts'
import { useUser } from './session.queries.ts'

const PASSKEY_CANCELLED = 'La passkey non è stata usata: riprova, oppure scrivi la password.'

/** Asks for the password or a passkey when a call needs a proof; then the call is repeated. */
export default function ProofDialog({ question: { opener, settle } }: { question: ProofQuestion }) {
  const { email } = useUser()
  const hasPasskey = useHasPasskey()
  // No message when the field loses the focus to the passkey.
  const form = useAdminForm(proofFormSchema, { password: '' }, 'onSubmit')
  const { mutateAsync: prove } = useMutation({
    mutationFn: (body: Proof) => api(proveIdentity, { headers: deviceHeader(), body }),
  })
  const finish = () => {
    announceProof()
    settle(true)
  }
  const cancel = () => settle(false)

  const { setFocus } = form
  useEffect(() => setFocus('password'), [setFocus])

  const save = form.handleSubmit(async (proof) => {
    try {
      await prove(proof)
      finish()
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <Dialog title="Conferma che sei tu" opener={opener} onClose={cancel}>
      <form method="dialog" noValidate className="grid gap-4" onSubmit={save}>
        <p>{`Per questa operazione scrivi di nuovo la tua password${hasPasskey ? ', oppure usa la passkey.' : '.'}`}</p>
        {/* The account, for password managers. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...fieldRegister(form)('password')}
        />
        {hasPasskey && <PasskeyProof onProof={finish} />}
        <div className="flex gap-3 flex-wrap justify-end">
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

/** Whether the user has a passkey that works here. The password always does, so a failure is not shown. */
function useHasPasskey() {
  const { data } = useQuery({ ...secondFactorQuery, enabled: supportsPasskeys(), meta: { isSilent: true } })
  return data?.passkeys.some(({ domain }) => domain === location.hostname) ?? false
}

function PasskeyProof({ onProof }: { onProof: () => void }) {
  const {
    mutate: ask,
    isPending,
    error,
  } = useMutation({
    mutationFn: async () => {
      const assertion = await signWithPasskey(await api(startPasskeyProof, {}))
      const clientExtensionResults = { ...assertion.clientExtensionResults }
      await api(proveIdentity, {
        headers: deviceHeader(),
        body: { assertion: { ...assertion, clientExtensionResults } },
      })
    },
    onSuccess: onProof,
  })
  useEffect(() => stopPasskey, [])

  return (
    <div>
      <p role="alert" className={error ? 'danger-soft px-4 py-3 mb-3 rounded-s danger' : undefined}>
        {error && (error instanceof ApiError ? error.message : PASSKEY_CANCELLED)}
      </p>
      <Button look="soft" wide loading={isPending} onClick={() => ask()}>
        Usa la passkey
      </Button>
    </div>
  )
}
