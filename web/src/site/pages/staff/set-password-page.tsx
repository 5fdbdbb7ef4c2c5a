import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { isComplete } from '@prenoto/core/configuration/is-complete.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { readPasswordLink } from '@prenoto/core/session/password-links.endpoints.ts'
import { api } from '../../../lib/api-client.ts'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { NewPasswordForm } from '../../features/session/new-password-form.tsx'
import { useOneTimeLink } from '../../features/session/one-time-link.ts'
import { InvalidLinkCard } from './invalid-link-card.tsx'
import { StaffCard } from './staff-card.tsx'

const read = (token: string) => api(readPasswordLink, { body: { token } })

export const isBare = true

export const content = ({ configuration }: PageDataWith<'configuration'>) => (
  <SetPasswordPage configuration={configuration} />
)

/** Opening the link does not use it up, since mail scanners open links. */
export function SetPasswordPage({ configuration }: { configuration: Configuration }) {
  const { link, discard } = useOneTimeLink(read)

  if (link.state === 'invalid')
    return <InvalidLinkCard configuration={configuration} hint="Puoi chiederne un altro: ti arriva per email." />

  const email = link.state === 'valid' ? link.about?.email : undefined
  return (
    <StaffCard
      configuration={configuration}
      title="Imposta la tua password"
      titleId="set-password-title"
      text={
        <>
          {email && <span>{`Per accedere come ${email}.`}</span>}
          <noscript>Per impostare la password attiva JavaScript.</noscript>
        </>
      }
    >
      {link.state === 'valid' ? (
        <NewPasswordForm
          key={link.token}
          token={link.token}
          email={email}
          isSetUp={isComplete(configuration)}
          onInvalid={discard}
        />
      ) : (
        <LoadingOverlay />
      )}
    </StaffCard>
  )
}
