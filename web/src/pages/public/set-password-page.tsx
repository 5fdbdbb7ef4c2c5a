import { type Configuration, isComplete } from '@prenoto/core/configuration/configuration-schema.ts'
import { NewPasswordForm } from '../../features/session/new-password-form.tsx'
import { usePasswordLink } from '../../features/session/password-link.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadingOverlay } from '../../ui/loading-overlay.tsx'
import { StaffCard } from './staff-card.tsx'

/** Opening it uses nothing up: mail scanners open links, too. */
export function SetPasswordPage({ configuration }: { configuration: Configuration }) {
  const { link, discard } = usePasswordLink()

  if (link.state === 'void')
    return (
      <StaffCard
        configuration={configuration}
        title="Il link non è più valido"
        text="È scaduto oppure è già stato usato. Puoi chiederne un altro: ti arriva per email."
      >
        <ButtonLink wide href={paths.forgotPassword}>
          Chiedi un nuovo link
        </ButtonLink>
      </StaffCard>
    )

  const email = link.state === 'good' ? link.email : undefined
  return (
    <StaffCard
      configuration={configuration}
      title="Imposta la tua password"
      titleId="set-password-title"
      text={
        <>
          {email && <>Per accedere come {email}.</>}
          <noscript>Per impostare la password attiva JavaScript.</noscript>
        </>
      }
    >
      {link.state === 'good' ? (
        <NewPasswordForm
          key={link.token}
          token={link.token}
          email={email}
          isSetUp={isComplete(configuration)}
          onVoid={discard}
        />
      ) : (
        <LoadingOverlay />
      )}
    </StaffCard>
  )
}
