import { confirmEmail } from '@prenoto/core/session/account.endpoints.ts'
import { emailConfirmationFormSchema } from '@prenoto/core/session/email-link-schema.ts'
import { api } from '../../../lib/api-client.ts'
import { deviceHeader } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { isInvalidLink } from './one-time-link.ts'
import styles from './session-form.module.css'

type ConfirmEmailFormProps = {
  token: string
  /** The address to confirm, if known. */
  email?: string
  onConfirmed: () => void
  onInvalid: () => void
}

/** Confirms an e-mail address with the user's password. */
export function ConfirmEmailForm({ token, email, onConfirmed, onInvalid }: ConfirmEmailFormProps) {
  const { form, field, isSending } = useSchemaForm(emailConfirmationFormSchema, {
    send: async ({ password }) => {
      await api(confirmEmail, { headers: deviceHeader(), body: { token, password } })
      onConfirmed()
    },
    onFailure: (error, atFields) => {
      if (isInvalidLink(error)) onInvalid()
      else if (!atFields) reportFailure(error)
    },
  })

  return (
    <form {...form} className={styles.form} aria-labelledby="confirm-email-title">
      {/* Tells password managers the user name. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        {...field('password')}
      />
      <Button type="submit" wide loading={isSending}>
        Conferma
      </Button>
    </form>
  )
}
