import { lazy, Suspense, useSyncExternalStore } from 'react'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { currentQuestion, subscribeToQuestion } from './proof.ts'

const ProofDialog = lazy(() => import('./proof-dialog.tsx'))

/** Shows the dialog that asks for the password or a passkey when a call needs a proof. */
export function ProofOutlet() {
  const question = useSyncExternalStore(subscribeToQuestion, currentQuestion)
  return (
    question && (
      <Suspense fallback={<LoadingOverlay />}>
        <ProofDialog question={question} />
      </Suspense>
    )
  )
}
