import { logIn } from '@prenoto/core/session/log-in.endpoints.ts'
import { logInSchema } from '@prenoto/core/session/log-in-schema.ts'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { paths } from '../../../lib/paths.ts'
import { canKeepSession, deviceHeader } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { continueLogIn } from './begin-session.ts'
import { takeExpiredStep } from './second-step.ts'
import styles from './session-form.module.css'

const STORAGE_BLOCKED =
  'Questo browser blocca i dati dei siti: qui non puoi restare collegato. Consenti i cookie e i dati per questo indirizzo, poi ricarica la pagina.'

/** Logs in and navigates to the back office. A failure is only logged to the console. */
export function LogInForm({ isSetUp }: { isSetUp: boolean }) {
  const [isLeaving, setIsLeaving] = useState(false)

  const [isStorageBlocked, setIsStorageBlocked] = useState(false)
  useEffect(() => setIsStorageBlocked(!canKeepSession()), [])
  const [isExpired, setIsExpired] = useState(false)
  useEffect(() => {
    if (takeExpiredStep()) setIsExpired(true)
  }, [])

  const { form, field, isSending, reset } = useSchemaForm(logInSchema, {
    send: async (body) => {
      const answer = await api(logIn, { headers: deviceHeader(), body })
      setIsLeaving(await continueLogIn(answer, isSetUp))
    },
    onFailure: () => {
      console.error('Login fallito')
      reset()
    },
  })

  return (
    <form {...form} className={styles.form} aria-labelledby="log-in-title">
      {isStorageBlocked && (
        <p role="alert" className={styles.problem}>
          {STORAGE_BLOCKED}
        </p>
      )}
      {isExpired && (
        <p role="alert" className={styles.problem}>
          La verifica è scaduta: accedi di nuovo.
        </p>
      )}
      {/* Browsers trim the value of an e-mail input. */}
      <TextField
        label="Mail"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        enterKeyHint="next"
        required
        {...field('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        {...field('password')}
      />
      <Checkbox label="Salva password" />
      <Button type="submit" wide loading={isSending}>
        Accedi
      </Button>
      <a href={paths.forgotPassword} className={styles.link}>
        Password dimenticata?
      </a>
      {(isSending || isLeaving) && <LoadingOverlay />}
    </form>
  )
}
