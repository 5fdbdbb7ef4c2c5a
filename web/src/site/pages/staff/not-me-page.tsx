import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { lockOutIntruder, readDeviceLink } from '@prenoto/core/session/devices.endpoints.ts'
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

const read = (token: string) => api(readDeviceLink, { body: { token } })

export const isBare = true

export const content = ({ configuration }: PageDataWith<'configuration'>) => <NotMePage configuration={configuration} />

/** Opening the link ends nothing, since mail scanners open links. */
export function NotMePage({ configuration }: { configuration: Configuration }) {
  const { link, discard } = useOneTimeLink(read)
  const [isSending, setIsSending] = useState(false)

  const lockOut = async (token: string) => {
    setIsSending(true)
    try {
      const { path } = await api(lockOutIntruder, { body: { token } })
      // The user may be logged in here, too.
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
      title="Non sono stato io"
      text={
        <>
          Scolleghiamo tutti i dispositivi{email && ` di ${email}`}, anche i tuoi, la password di adesso smette di
          valere e ne scegli subito una nuova. Se l’accesso era tuo, chiudi questa pagina.
          <noscript> Per scollegare i dispositivi attiva JavaScript.</noscript>
        </>
      }
    >
      {link.state === 'valid' ? (
        <Button wide loading={isSending} onClick={() => lockOut(link.token)}>
          Scollega tutti i dispositivi
        </Button>
      ) : (
        <LoadingOverlay />
      )}
    </StaffCard>
  )
}
