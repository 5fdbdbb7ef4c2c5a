import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { type ReactNode, useState } from 'react'
import { removeAccessToken } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { isInvalidLink, useOneTimeLink } from '../../features/session/one-time-link.ts'
import { InvalidLinkCard } from './invalid-link-card.tsx'
import { StaffCard } from './staff-card.tsx'

type LinkActionCardProps = {
  configuration: Configuration
  title: string
  /** The e-mail address is undefined while the link could not be read. */
  text: (email: string | undefined) => ReactNode
  button: string
  read: (token: string) => Promise<{ email: string } | undefined>
  /** Uses the link up, which ends all sessions of its user. */
  act: (token: string) => Promise<void>
}

/** Page of a one-time link that acts at the press of a button. Opening it does nothing, since mail scanners open links. */
export function LinkActionCard({ configuration, title, text, button, read, act }: LinkActionCardProps) {
  const { link, discard } = useOneTimeLink(read)
  const [isSending, setIsSending] = useState(false)

  const send = async (token: string) => {
    setIsSending(true)
    try {
      await act(token)
      // The user may be logged in here, too.
      removeAccessToken()
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

  return (
    <StaffCard
      configuration={configuration}
      title={title}
      text={text(link.state === 'valid' ? link.about?.email : undefined)}
    >
      {link.state === 'valid' ? (
        <Button wide loading={isSending} onClick={() => send(link.token)}>
          {button}
        </Button>
      ) : (
        <LoadingOverlay />
      )}
    </StaffCard>
  )
}
