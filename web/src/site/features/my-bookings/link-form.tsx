import { myBookingsRequestSchema, requestMyBookings } from '@prenoto/core/my-bookings/my-bookings.endpoints.ts'
import { LINK_SENT } from '@prenoto/core/my-bookings/my-bookings.ts'
import type { RefusedForm } from '@prenoto/core/pages/page-data.ts'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { withProof } from '../../lib/proof-of-work.ts'
import { BotTrap } from '../../ui/bot-trap.tsx'
import { FormFailure, failureMessage } from '../../ui/form-failure.tsx'
import messages from '../../ui/messages.module.css'
import { SafetyCheck } from '../../ui/safety-check.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import styles from './my-bookings.module.css'

const SENT =
  'Se con questo indirizzo ci sono prenotazioni, tra poco ricevi un’email con il link. Se non arriva, guarda nella posta indesiderata.'

/** Asks for a link to the bookings of an address. Before hydration the browser submits the form. */
export function LinkForm({ begun, titleId }: { begun: RefusedForm | undefined; titleId: string }) {
  const [failure, setFailure] = useState(begun?.refusal)
  const [isSent, setIsSent] = useState(false)
  const { form, field, isSending } = useSchemaForm(myBookingsRequestSchema, {
    begun,
    send: async (body) => {
      setFailure(undefined)
      setIsSent(false)
      await withProof((headers) => api(requestMyBookings, { headers, body }))
      setIsSent(true)
    },
    onFailure: (error, atFields) => {
      if (atFields) return
      console.error(error)
      setFailure(failureMessage(error, 'mandarti il link'))
    },
  })

  return (
    <form {...form} method="post" action={paths.myBookings} className={styles.form} aria-labelledby={titleId}>
      <TextField
        label="Email *"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="send"
        required
        {...field('email')}
      />
      <BotTrap />
      <SafetyCheck />
      <FormFailure text={failure} />
      <Button type="submit" wide loading={isSending}>
        Mandami il link
      </Button>
      <p id={LINK_SENT.slice(1)} className={`${messages.message} ${messages.targeted}`}>
        {SENT}
      </p>
      <p role="status" className={isSent ? messages.message : undefined}>
        {isSent && SENT}
      </p>
    </form>
  )
}
