import { newPasswordFormSchema } from '@prenoto/core/session/password-link-schema.ts'
import { setPassword } from '@prenoto/core/session/password-links.endpoints.ts'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { deviceHeader } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { continueLogIn } from './begin-session.ts'
import { isInvalidLink } from './one-time-link.ts'
import styles from './session-form.module.css'

type NewPasswordFormProps = {
  token: string
  /** E-mail address of the user, if known. */
  email?: string
  isSetUp: boolean
  onInvalid: () => void
}

/** Sets a password with a one-time link, then logs in. */
export function NewPasswordForm({ token, email, isSetUp, onInvalid }: NewPasswordFormProps) {
  const [isLeaving, setIsLeaving] = useState(false)

  const { form, field, isSending } = useSchemaForm(newPasswordFormSchema, {
    send: async (passwords) => {
      const answer = await api(setPassword, { headers: deviceHeader(), body: { token, ...passwords } })
      setIsLeaving(await continueLogIn(answer, isSetUp))
    },
    onFailure: (error, atFields) => {
      if (isInvalidLink(error)) onInvalid()
      else if (!atFields) reportFailure(error)
    },
  })

  return (
    <form {...form} className={styles.form} aria-labelledby="set-password-title">
      {/* Tells password managers the user name. */}
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
