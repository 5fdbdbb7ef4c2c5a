import { setPassword } from '@prenoto/core/session/account.endpoints.ts'
import { newPasswordFormSchema } from '@prenoto/core/session/password-link-schema.ts'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { deviceHeader } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { beginSession } from './begin-session.ts'
import { isInvalidLink } from './one-time-link.ts'
import styles from './session-form.module.css'

type NewPasswordFormProps = {
  token: string
  /** Whose password it is, where that is known. */
  email?: string
  isSetUp: boolean
  /** The link turned out to be worth nothing. */
  onInvalid: () => void
}

/** Chooses a password by a one-time link, and leaves for the back office as a log-in does. */
export function NewPasswordForm({ token, email, isSetUp, onInvalid }: NewPasswordFormProps) {
  const [isLeaving, setIsLeaving] = useState(false)

  const { form, field, isSending } = useSchemaForm(newPasswordFormSchema, {
    send: async (passwords) => {
      const { access_token } = await api(setPassword, { headers: deviceHeader(), body: { token, ...passwords } })
      setIsLeaving(await beginSession(access_token, isSetUp))
    },
    failed: (error, atFields) => {
      if (isInvalidLink(error)) onInvalid()
      else if (!atFields) reportFailure(error)
    },
  })

  return (
    <form {...form} className={styles.form} aria-labelledby="set-password-title">
      {/* For password managers: whose password this is. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        label="Nuova password"
        autoComplete="new-password"
        enterKeyHint="next"
        required
        {...field('new_password')}
      />
      <TextField
        label="Conferma password"
        type="password"
        autoComplete="new-password"
        enterKeyHint="go"
        required
        {...field('confirm_password')}
      />
      <Button type="submit" wide loading={isSending}>
        Salva e accedi
      </Button>
      {(isSending || isLeaving) && <LoadingOverlay />}
    </form>
  )
}
