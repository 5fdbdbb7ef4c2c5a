import type { RefusedForm } from '@prenoto/core/pages/page-data.ts'
import { logIn } from '@prenoto/core/session/log-in.endpoints.ts'
import { SET_UP_FORM, setUp } from '@prenoto/core/set-up/set-up-api.ts'
import { setUpSchema } from '@prenoto/core/set-up/set-up-schema.ts'
import { useState } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'
import { goTo, paths } from '../../../lib/paths.ts'
import { deviceHeader } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { FormFailure, failureMessage } from '../../ui/form-failure.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { continueLogIn } from '../session/begin-session.ts'
import styles from '../session/session-form.module.css'

/** `domain`: as typed. `logIn`: on another host than this page. */
export type OpenedBusiness = { domain: string; logIn: string }

type SetUpFormProps = {
  /** Proposed as the domain. */
  host: string
  begun: RefusedForm | undefined
  labelledBy: string
  onOpened: (business: OpenedBusiness) => void
}

/** Opens the first business and logs in, or tells where to log in. Before hydration the browser submits the form. */
export function SetUpForm({ host, begun, labelledBy, onOpened }: SetUpFormProps) {
  const [failure, setFailure] = useState(begun?.refusal)
  const { form, field, isSending } = useSchemaForm(setUpSchema, {
    begun,
    send: async (body) => {
      setFailure(undefined)
      const { log_in: address } = await api(setUp, { body })
      if (address === paths.logIn) await logInHere(body.email, body.new_password)
      else onOpened({ domain: body.domain, logIn: address })
    },
    onFailure: (error, atFields) => {
      if (atFields) return
      // Another tab, or a request whose answer was lost, has opened the business of this address.
      if (error instanceof ApiError && error.status === 404) return goTo(paths.logIn)
      reportFailure(error)
      setFailure(failureMessage(error, 'aprire l’attività'))
    },
  })

  return (
    <form {...form} method="post" action={SET_UP_FORM} className={styles.form} aria-labelledby={labelledBy}>
      <TextField
        label="Codice di configurazione *"
        hint="È nel registro del server e vale un’ora. «prenoto setup-code» ne mostra uno nuovo."
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        required
        {...field('code')}
      />
      <TextField
        label="Nome dell’attività *"
        autoComplete="organization"
        autoCapitalize="words"
        enterKeyHint="next"
        required
        {...field('name')}
      />
      <TextField
        label="Indirizzo del sito *"
        hint="Per esempio www.tuosalone.it, se porta già a questo server. Altrimenti lascia quello di adesso: il dominio si collega anche dopo."
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        inputMode="url"
        spellCheck={false}
        enterKeyHint="next"
        required
        {...field('domain')}
        defaultValue={begun?.typed.domain ?? host}
      />
      <TextField
        label="La tua email *"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        enterKeyHint="next"
        required
        {...field('email')}
      />
      <PasswordField
        label="Password *"
        autoComplete="new-password"
        enterKeyHint="next"
        required
        {...field('new_password')}
      />
      <TextField
        label="Conferma password *"
        type="password"
        autoComplete="new-password"
        enterKeyHint="go"
        required
        {...field('confirm_password')}
      />
      <FormFailure text={failure} />
      <Button type="submit" wide loading={isSending}>
        Apri l’attività
      </Button>
    </form>
  )
}

/** The business is open: if the log-in fails, its page remains. */
async function logInHere(email: string, password: string) {
  const answer = await api(logIn, { headers: deviceHeader(), body: { email, password } }).catch(() => undefined)
  const isLeaving = answer && (await continueLogIn(answer, false))
  if (!isLeaving) goTo(paths.logIn)
}
