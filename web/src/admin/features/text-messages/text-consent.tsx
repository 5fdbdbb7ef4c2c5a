import { textChannelNames } from '@prenoto/core/text-messages/text-channels.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import sheet from '../customers/customer-sheet/customer-sheet.module.css'
import { textConsentQuery, useChangeTextConsent } from './text-messages.queries.ts'

/** Whether the customer wants text messages; shown if the business uses a channel. */
export function TextConsent({ customerId }: { customerId: number }) {
  const title = useId()
  const hint = useId()
  const { data: consent } = useQuery(textConsentQuery(customerId))
  const { mutate: change, isPending } = useChangeTextConsent(customerId)
  if (!consent || consent.channels.length === 0) return null
  const { channels, has_mobile_number, given_at } = consent
  return (
    <section className={`stack card gap-3 content-start rounded-l ${sheet.card}`} aria-labelledby={title}>
      <h2 id={title} className={`text-m ${sheet.title}`}>
        {textChannelNames(channels)}
      </h2>
      <div className={`stack gap-3 items-center border-t ${sheet.action}`}>
        <p id={hint} className={sheet.quiet}>
          {!has_mobile_number
            ? 'Il telefono del cliente non è un cellulare: scriviamo per email.'
            : given_at
              ? `Consenso dato il ${given_at.slice(0, 10).replaceAll('-', '/')}.`
              : 'Nessun consenso: scriviamo per email. Registralo se il cliente ti dice che vuole questi messaggi.'}
        </p>
        {has_mobile_number && (
          <Button look="quiet" loading={isPending} aria-describedby={hint} onClick={() => change(!given_at)}>
            {given_at ? 'Revoca il consenso' : 'Registra il consenso'}
          </Button>
        )}
      </div>
    </section>
  )
}
