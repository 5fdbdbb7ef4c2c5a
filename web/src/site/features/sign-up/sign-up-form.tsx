import type { Provider, RefusedForm } from '@prenoto/core/pages/page-data.ts'
import { requestSignUp } from '@prenoto/core/sign-up/provider-api.ts'
import { SIGN_UP_FORM, signUpPaths } from '@prenoto/core/sign-up/sign-up-pages.ts'
import { signUpSchema } from '@prenoto/core/sign-up/sign-up-schema.ts'
import { type InputEvent, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { withProof } from '../../lib/proof-of-work.ts'
import { BotTrap } from '../../ui/bot-trap.tsx'
import { FormFailure, failureMessage } from '../../ui/form-failure.tsx'
import { SafetyCheck } from '../../ui/safety-check.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import contact from '../contact/contact-form.module.css'
import styles from './sign-up.module.css'
import { useAddressCheck } from './use-address-check.ts'

type SignUpSectionProps = { domain: string; provider: Provider; begun: RefusedForm | undefined }

const TITLE = 'sign-up-title'

export const SignUpSection = ({ domain, provider, begun }: SignUpSectionProps) => (
  <section id={SIGN_UP_FORM} className={contact.section} aria-labelledby={TITLE}>
    <div className={contact.intro}>
      <h2 id={TITLE} className={contact.title} tabIndex={-1}>
        Apri la tua attività
      </h2>
      <p>
        Ti mandiamo un’email con un link. Solo quando lo confermi l’attività si apre, e ti guidiamo nei primi passi.
      </p>
      <p>
        Hai domande? Scrivi a <a href={`mailto:${provider.email}`}>{provider.email}</a>
      </p>
    </div>
    <SignUpForm domain={domain} begun={begun} />
  </section>
)

/** Before hydration the browser submits the form. */
function SignUpForm({ domain, begun }: Pick<SignUpSectionProps, 'domain' | 'begun'>) {
  const [failure, setFailure] = useState(begun?.refusal)
  const { form, field, box, isSending } = useSchemaForm(signUpSchema, {
    begun,
    send: async (body) => {
      setFailure(undefined)
      await withProof((headers) => api(requestSignUp, { headers, body }))
      location.assign(signUpPaths.sent)
    },
    onFailure: (error, atFields) => {
      if (atFields) return
      reportFailure(error)
      setFailure(failureMessage(error, 'inviare la richiesta'))
    },
  })
  const { onTyped, verdict } = useAddressCheck(form.ref)
  const onInput = (event: InputEvent<HTMLFormElement>) => {
    form.onInput(event)
    onTyped(event)
  }
  const address = field('address')

  return (
    <form
      {...form}
      onInput={onInput}
      method="post"
      action={`#${SIGN_UP_FORM}`}
      className={contact.form}
      aria-labelledby={TITLE}
    >
      <div className={contact.wide}>
        <TextField
          label="Nome dell’attività *"
          autoComplete="organization"
          autoCapitalize="words"
          enterKeyHint="next"
          required
          {...field('name')}
        />
        <div>
          <TextField
            label="Indirizzo del sito *"
            hint={`Lettere, numeri e trattini: viene prima di .${domain}`}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            required
            {...address}
            error={address.error ?? (verdict && !verdict.isFree ? '' : undefined)}
          />
          <p role="status" className={`${styles.verdict} ${verdict?.isFree === false ? styles.taken : ''}`}>
            {!address.error && verdict && (
              <>
                <b>{`${verdict.address}.${domain}`}</b>
                <span>{verdict.isFree ? ' è libero.' : `: ${verdict.detail}`}</span>
              </>
            )}
          </p>
        </div>
        <TextField
          label="La tua email *"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          enterKeyHint="send"
          required
          {...field('email')}
        />
        <Checkbox
          label={
            <>
              <span>{'Accetto le '}</span>
              <a href={signUpPaths.privacy} target="_blank" rel="noopener">
                condizioni e ho letto l’informativa
                <VisuallyHidden> (si apre in un’altra scheda)</VisuallyHidden>
              </a>
              <span>{' *'}</span>
            </>
          }
          required
          {...box('privacy')}
        />
        <BotTrap />
        <SafetyCheck />
        <FormFailure text={failure} />
        <Button type="submit" loading={isSending}>
          Mandami il link
        </Button>
      </div>
    </form>
  )
}
