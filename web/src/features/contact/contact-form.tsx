import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import { contactRequestSchema } from '@prenoto/core/contact/contact-schema.ts'
import { api } from '../../lib/api-client.ts'
import { BotTrap } from '../../ui/bot-trap.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { reportFailure } from '../../ui/report-failure.ts'
import { showFieldProblems, useSchemaForm } from '../../ui/schema-form.ts'
import { showToast } from '../../ui/toasts.ts'
import styles from './contact-form.module.css'

/** The invitation to write, and the form to do it. */
export function ContactSection({ configuration }: { configuration: Configuration }) {
  return (
    <section className={styles.section} aria-labelledby="contact-title">
      <div className={styles.intro}>
        <h2 id="contact-title" className={styles.title}>
          Contattaci
        </h2>
        {configuration.contact_text && <p>{configuration.contact_text}</p>}
        <noscript>
          <p>Per scriverci da questa pagina attiva JavaScript, oppure usa i recapiti che trovi in fondo.</p>
        </noscript>
      </div>
      <ContactForm />
    </section>
  )
}

function ContactForm() {
  const form = useSchemaForm(contactRequestSchema)
  const { register, formState } = form
  const { errors, isSubmitting } = formState

  const send = form.handleSubmit(async (body) => {
    try {
      await api(sendContactRequest, { body })
      showToast('success', 'Richiesta inviata con successo.')
      form.reset()
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    // A form of method dialog sends nothing by itself: no typed data in the address before the page is alive.
    <form className={styles.form} method="dialog" noValidate onSubmit={send} aria-labelledby="contact-title">
      <div className={styles.wide}>
        <TextField
          label="Nome e cognome *"
          autoComplete="name"
          required
          error={errors.name?.message}
          {...register('name')}
        />
      </div>
      <TextField
        label="Email *"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Telefono *"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        error={errors.phone?.message}
        {...register('phone')}
      />
      <div className={styles.wide}>
        <TextArea label="Messaggio" error={errors.message?.message} {...register('message')} />
        <Checkbox
          label="Ho letto e accetto la Privacy Policy *"
          required
          error={errors.privacy?.message}
          {...register('privacy')}
        />
        <BotTrap {...register('website')} />
        <Button type="submit" loading={isSubmitting}>
          Invia
        </Button>
      </div>
    </form>
  )
}
