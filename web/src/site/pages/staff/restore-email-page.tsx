import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { readEmailLink, restoreEmail } from '@prenoto/core/session/account.endpoints.ts'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { goTo } from '../../../lib/paths.ts'
import { removeAccessToken } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { isInvalidLink, useOneTimeLink } from '../../features/session/one-time-link.ts'
import { InvalidLinkCard } from './invalid-link-card.tsx'
import { StaffCard } from './staff-card.tsx'

async function read(token: string) {
  const link = await api(readEmailLink, { body: { token } })
  return link.purpose === 'restore' ? link : undefined
}

export const isBare = true

export const content = ({ configuration }: PageDataWith<'configuration'>) => (
  <RestoreEmailPage configuration={configuration} />
)

/** Opening the link restores nothing, since mail scanners open links. */
export function RestoreEmailPage({ configuration }: { configuration: Configuration }) {
  const { link, discard } = useOneTimeLink(read)
  const [isSending, setIsSending] = useState(false)

  const restore = async (token: string) => {
    setIsSending(true)
    try {
      const { path } = await api(restoreEmail, { body: { token } })
      // Restoring the address has ended all sessions of the user.
      removeAccessToken()
      goTo(path)
    } catch (error) {
      setIsSending(false)
      if (isInvalidLink(error)) discard()
      else reportFailure(error)
    }
  }

  if (link.state === 'invalid')
    return (
      <InvalidLinkCard
        configuration={configuration}
        hint="Se non riesci ad accedere, chiedi un link per scegliere una nuova password."
      />
    )

  const email = link.state === 'valid' ? link.about?.email : undefined
  return (
    <StaffCard
      configuration={configuration}
      title="Riprendi il tuo accesso"
      text={
        <>
          {email ? `Torni ad accedere come ${email}. ` : 'Torni ad accedere con l’email di prima. '}
          Chiunque sia entrato al posto tuo viene scollegato, e scegli subito una nuova password. Se l’email l’hai
          cambiata tu, chiudi questa pagina.
          <noscript> Per riprendere il tuo accesso attiva JavaScript.</noscript>
        </>
      }
    >
      {link.state === 'valid' ? (
        <Button wide loading={isSending} onClick={() => restore(link.token)}>
          Riprendi il tuo accesso
        </Button>
      ) : (
        <LoadingOverlay />
      )}
    </StaffCard>
  )
}
