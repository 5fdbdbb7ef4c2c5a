import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { readEmailLink } from '@prenoto/core/session/account.endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { ConfirmEmailForm } from '../../features/session/confirm-email-form.tsx'
import { useOneTimeLink } from '../../features/session/one-time-link.ts'
import { InvalidLinkCard } from './invalid-link-card.tsx'
import { StaffCard } from './staff-card.tsx'

async function readToken(token: string) {
  const link = await api(readEmailLink, { body: { token } })
  return link.purpose === 'confirm' ? link : undefined
}

export const isBare = true

export const content = ({ configuration }: PageDataWith<'configuration'>) => (
  <ConfirmEmailPage configuration={configuration} />
)

/** Opening the link confirms nothing, since mail scanners open links. */
export function ConfirmEmailPage({ configuration }: { configuration: Configuration }) {
  const { link, discard } = useOneTimeLink(readToken)
  const [confirmed, setConfirmed] = useState<string>()

  if (link.state === 'invalid')
    return (
      <InvalidLinkCard
        configuration={configuration}
        hint="Se non riesci ad accedere, chiedi un link per scegliere una nuova password."
      />
    )

  const email = link.state === 'valid' ? link.about?.email : undefined
  if (link.state === 'valid' && confirmed === link.token)
    return <Confirmed configuration={configuration} email={email} />

  return (
    <StaffCard
      configuration={configuration}
      title="Conferma la tua email"
      titleId="confirm-email-title"
      text={
        <>
          <span>{email && `Scrivi la tua password per confermare che accedi come ${email}.`}</span>
          <noscript>Per confermare la tua email attiva JavaScript.</noscript>
        </>
      }
    >
      {link.state === 'valid' ? (
        <ConfirmEmailForm
          key={link.token}
          token={link.token}
          email={email}
          onConfirmed={() => setConfirmed(link.token)}
          onInvalid={discard}
        />
      ) : (
        <LoadingOverlay />
      )}
    </StaffCard>
  )
}

/** Focuses the next action. */
function Confirmed({ configuration, email }: { configuration: Configuration; email: string | undefined }) {
  const next = useRef<HTMLAnchorElement>(null)
  useEffect(() => next.current?.focus(), [])

  return (
    <StaffCard
      configuration={configuration}
      title="Email confermata"
      text={`Se dimentichi la password, d’ora in poi ti scriviamo ${email ? `a ${email}` : 'a questo indirizzo'}.`}
    >
      <ButtonLink wide href={paths.logIn} ref={next}>
        Vai all’area amministrativa
      </ButtonLink>
    </StaffCard>
  )
}
