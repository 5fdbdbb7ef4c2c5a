import type { PageFailure } from '@prenoto/core/pages/page-data.ts'
import { CloudOff } from 'lucide-react'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusPage } from './status-page.tsx'

type FailurePageProps = { failure: PageFailure; path: string }

/** The page that was asked for cannot be had now; asked for again, it may. Works without any script. */
export function FailurePage({ failure, path }: FailurePageProps) {
  const isPassing = failure.status === 503
  return (
    <StatusPage
      Icon={CloudOff}
      title={isPassing ? 'Torniamo tra poco' : 'Qualcosa è andato storto'}
      text={
        <>
          <p>
            {isPassing
              ? 'In questo momento non riusciamo a mostrarti la pagina. Di solito bastano pochi istanti: riprova tra poco.'
              : 'Non siamo riusciti a mostrarti la pagina. Riprova tra poco: se succede ancora, comunicaci il codice qui sotto.'}
          </p>
          {!isPassing && <p>Codice: {failure.request_id}</p>}
        </>
      }
    >
      <ButtonLink href={path}>Riprova</ButtonLink>
    </StatusPage>
  )
}
