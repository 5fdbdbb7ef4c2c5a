import { useState } from 'react'
import { SitePreview } from '../../app/site-preview.tsx'
import { OnboardingDone } from '../../features/onboarding/onboarding-done.tsx'
import { OnboardingWizard } from '../../features/onboarding/onboarding-wizard.tsx'
import { useLogOut } from '../../features/session/log-out.ts'
import { useMay } from '../../features/session/session.queries.ts'
import { AdminPage } from '../../ui/admin-page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function OnboardingPage() {
  const mayConfigure = useMay('admin')
  const [isDone, setIsDone] = useState(false)
  return (
    <AdminPage title="Configura il tuo sito">
      {!mayConfigure && <NotYet />}
      {mayConfigure && isDone && <OnboardingDone />}
      {mayConfigure && !isDone && (
        <OnboardingWizard preview={(shown) => <SitePreview {...shown} />} onDone={() => setIsDone(true)} />
      )}
    </AdminPage>
  )
}

/** For those who work there but cannot set it up. */
function NotYet() {
  const logOut = useLogOut()
  return (
    <EmptyState text="Il sito non è ancora configurato: può farlo solo un amministratore. Torna più tardi.">
      <Button look="quiet" onClick={logOut}>
        Logout
      </Button>
    </EmptyState>
  )
}
