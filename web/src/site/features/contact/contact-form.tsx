import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { listContacts } from '@prenoto/core/configuration/contacts.ts'
import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import { contactRequestSchema } from '@prenoto/core/contact/contact-schema.ts'
import type { RefusedForm } from '@prenoto/core/pages/page-data.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { withProof } from '../../lib/proof-of-work.ts'
import { BotTrap } from '../../ui/bot-trap.tsx'
import { ContactedMessage, REQUEST_SENT, RequestSentMessage } from '../../ui/confirmations.tsx'
import { FormFailure, failureMessage } from '../../ui/form-failure.tsx'
import { RememberedPerson } from '../../ui/remembered-person.tsx'
import { SafetyCheck } from '../../ui/safety-check.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { storedPerson } from '../../ui/stored-person.ts'
import { type Hours, hasHours, WeekHours } from '../configuration/business-facts.tsx'
import { CONTACT_ICONS } from '../configuration/contact-icons.ts'
import { Consent } from './consent.tsx'
import styles from './contact-form.module.css'

export const CONTACT_TITLE = 'contact-title'

type ContactSectionProps = {
  configuration: Configuration
  hours: Hours | undefined
  today: PlainDate
  begun: RefusedForm | undefined
}

/** Contacts of the business, and a form to write to it. */
export function ContactSection({ configuration, hours, today, begun }: ContactSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={CONTACT_TITLE}>
      <div className={styles.intro}>
        <h2 id={CONTACT_TITLE} className={styles.title} tabIndex={-1}>
          Contattaci
        </h2>
        {configuration.contact_text && <p>{configuration.contact_text}</p>}
        <ContactedMessage />
        <ContactDetails configuration={configuration} hours={hours} today={today} />
      </div>
      <ContactForm begun={begun} />
    </section>
  )
}

/** Opening hours and contacts beside the form, on wide screens only. */
function ContactDetails({ configuration, hours, today }: Omit<ContactSectionProps, 'begun'>) {
  const contacts = listContacts(configuration)
  if (!hasHours(hours) && contacts.length === 0) return null
  return (
    <div className={styles.details}>
      {hasHours(hours) && <WeekHours hours={hours} today={today} />}
      <ul className={styles.contacts}>
        {contacts.map(({ channel, label, text, href }) => {
          const Icon = CONTACT_ICONS[channel]
          return (
            <li key={channel}>
              <a href={href}>
                <Icon size={18} role="img" aria-label={label} />
                <span>{text}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Before hydration the browser submits the form. */
function ContactForm({ begun }: { begun: RefusedForm | undefined }) {
  const [failure, setFailure] = useState(begun?.refusal)
  const [isSent, setIsSent] = useState(false)
  const [isStored, setIsStored] = useState(false)
  useEffect(() => setIsStored(storedPerson() !== undefined), [])
  const { form, field, box, isSending } = useSchemaForm(contactRequestSchema, {
    begun,
    send: async (body) => {
      setFailure(undefined)
      setIsSent(false)
      await withProof((headers) => api(sendContactRequest, { headers, body }))
      setIsSent(true)
      showToast('success', REQUEST_SENT)
    },
    onFailure: (error, atFields) => {
      if (atFields) return
      reportFailure(error)
      setFailure(failureMessage(error, 'inviare la richiesta'))
    },
  })

  return (
    <form {...form} method="post" target="_self" className={styles.form} aria-labelledby={CONTACT_TITLE}>
      <div className={styles.wide}>
        <TextField
          label="Nome e cognome *"
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          required
          {...field('name')}
        />
      </div>
      <TextField
        label="Email *"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="next"
        required
        {...field('email')}
      />
      <TextField label="Telefono *" type="tel" autoComplete="tel" enterKeyHint="next" required {...field('phone')} />
      <div className={styles.wide}>
        <TextArea label="Messaggio" autoCapitalize="sentences" {...field('message')} />
        <Consent {...box('privacy')} />
        {isStored && <RememberedPerson isWanted form={form.ref} isRemembered />}
        <BotTrap />
        <SafetyCheck />
        <FormFailure text={failure} />
        <Button type="submit" loading={isSending}>
          Invia
        </Button>
        {isSent && <RequestSentMessage />}
      </div>
    </form>
  )
}
