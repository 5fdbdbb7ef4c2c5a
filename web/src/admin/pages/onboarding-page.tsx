import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { OnboardingDone } from '../onboarding/onboarding-done.tsx'
import { OnboardingWizard } from '../onboarding/onboarding-wizard.tsx'
import { SitePreview } from '../preview/site-preview.tsx'
import { useLogOut } from '../session/log-out.ts'
import { useMay } from '../session/session.queries.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export default function OnboardingPage() {
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
