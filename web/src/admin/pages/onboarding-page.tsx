import { isComplete } from '@prenoto/core/configuration/is-complete.ts'
import { useState } from 'react'
import { adminPaths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useConfiguration } from '../features/configuration/configuration.queries.ts'
import { isPartlySaved } from '../features/onboarding/draft.ts'
import { OnboardingDone } from '../features/onboarding/onboarding-done.tsx'
import { OnboardingWizard } from '../features/onboarding/onboarding-wizard.tsx'
import { useIsSavingOnboarding } from '../features/onboarding/save-onboarding.ts'
import { useLogOut } from '../features/session/log-out.ts'
import { useMay } from '../features/session/session.queries.ts'
import { SitePreview } from '../preview/site-preview.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

export default function OnboardingPage() {
  const mayConfigure = useMay('admin')
  const [isDone, setIsDone] = useState(false)
  const isSaving = useIsSavingOnboarding()
  const isAlreadySetUp = isComplete(useConfiguration()) && !isDone && !isSaving && !isPartlySaved()
  return (
    <AdminPage title="Configura il tuo sito">
      {!mayConfigure && <NotAllowed />}
      {mayConfigure && isDone && <OnboardingDone />}
      {mayConfigure && isAlreadySetUp && <AlreadySetUp />}
      {mayConfigure && !isDone && !isAlreadySetUp && (
        <OnboardingWizard preview={(preview) => <SitePreview {...preview} />} onDone={() => setIsDone(true)} />
      )}
    </AdminPage>
  )
}

/** Shown when another user has set the business up in the meantime. */
function AlreadySetUp() {
  return (
    <div role="alert">
      <EmptyState text="Nel frattempo qualcun altro ha configurato il sito: qui non c’è più niente da salvare, e niente è stato cambiato.">
        <ButtonLink href={adminPaths.settings}>Vai alle impostazioni</ButtonLink>
      </EmptyState>
    </div>
  )
}

/** Shown to users who may not set the business up. */
function NotAllowed() {
  const logOut = useLogOut()
  return (
    <EmptyState text="Il sito non è ancora configurato: può farlo solo un amministratore. Torna più tardi.">
      <Button look="quiet" onClick={logOut}>
        Logout
      </Button>
    </EmptyState>
  )
}
