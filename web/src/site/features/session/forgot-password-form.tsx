import { linkRequestSchema, requestPasswordLink } from '@prenoto/core/session/forgot-password.endpoints.ts'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { paths } from '../../../lib/paths.ts'
import { deviceHeader } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import styles from './session-form.module.css'

/** Requests a link to a new password. The response does not reveal whether the address belongs to a user. */
export function ForgotPasswordForm() {
  const [isSent, setIsSent] = useState(false)

  const { form, field, isSending } = useSchemaForm(linkRequestSchema, {
    send: async (body) => {
      setIsSent(false)
      await api(requestPasswordLink, { headers: deviceHeader(), body })
      setIsSent(true)
    },
    onFailure: (error, atFields) => {
      if (!atFields) reportFailure(error)
    },
  })

  return (
    <form {...form} className={styles.form} aria-labelledby="forgot-password-title">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        enterKeyHint="send"
        required
        {...field('email')}
      />
      <Button type="submit" wide loading={isSending}>
        Invia il link
      </Button>
      <p role="status" className={styles.outcome}>
        {isSent &&
          'Se l’indirizzo appartiene a un utente, riceverai tra poco un’email con il link per scegliere una nuova password.'}
      </p>
      <a href={paths.logIn} className={styles.link}>
        Torna all’accesso
      </a>
    </form>
  )
}
