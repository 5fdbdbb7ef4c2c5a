import { logInSchema } from '@prenoto/core/session/log-in-schema.ts'
import { logIn, readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { useState } from 'react'
import { api } from '../../lib/api-client.ts'
import { goTo, paths } from '../../lib/paths.ts'
import { removeAccessToken, storeAccessToken } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { LoadingOverlay } from '../../ui/loading-overlay.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import styles from './log-in-form.module.css'

/** Logs in and leaves for the back office. A failure is only logged. */
export function LogInForm({ isSetUp }: { isSetUp: boolean }) {
  const [savesPassword, setSavesPassword] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)

  const { form, field, isSending, reset } = useSchemaForm(logInSchema, {
    send: async (body) => {
      const { access_token } = await api(logIn, { body })
      storeAccessToken(access_token)
      if (!(await isKnown())) return
      setIsLeaving(true)
      goTo(isSetUp ? paths.dashboard : paths.onboarding)
    },
    failed: () => {
      console.error('Login fallito')
      reset()
    },
  })

  return (
    <form {...form} className={styles.form} aria-labelledby="log-in-title">
      {/* An input of type email trims what is typed by itself, on every change. */}
      <TextField label="Mail" type="email" autoComplete="username" required {...field('email')} />
      <TextField label="Password" type="password" autoComplete="current-password" required {...field('password')} />
      <Checkbox
        label="Salva password"
        checked={savesPassword}
        onChange={(event) => setSavesPassword(event.target.checked)}
      />
      <Button type="submit" wide loading={isSending}>
        Accedi
      </Button>
      {(isSending || isLeaving) && <LoadingOverlay />}
    </form>
  )
}

async function isKnown() {
  try {
    await api(readUserInfo, {})
    return true
  } catch {
    removeAccessToken()
    console.error('Failed to fetch user info after login.')
    return false
  }
}
