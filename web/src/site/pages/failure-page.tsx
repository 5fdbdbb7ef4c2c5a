import type { PageFailure } from '@prenoto/core/pages/page-data.ts'
import { CloudOff } from 'lucide-react'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusPage } from './status-page.tsx'

type FailurePageProps = { failure: PageFailure; path: string }

const WORDS: Record<PageFailure['status'], { title: string; text: string }> = {
  429: {
    title: 'Riprova tra qualche minuto',
    text: 'Dal tuo indirizzo sono arrivate troppe richieste in poco tempo. Aspetta qualche minuto e riprova.',
  },
  500: {
    title: 'Qualcosa è andato storto',
    text: 'Non siamo riusciti a mostrarti la pagina. Riprova tra poco: se succede ancora, comunicaci il codice qui sotto.',
  },
  503: {
    title: 'Torniamo tra poco',
    text: 'In questo momento non riusciamo a mostrarti la pagina. Di solito bastano pochi istanti: riprova tra poco.',
  },
}

/** The page that was asked for cannot be had now; asked for again, it may. Works without any script. */
export function FailurePage({ failure: { status, request_id }, path }: FailurePageProps) {
  const { title, text } = WORDS[status]
  return (
    <StatusPage
      Icon={CloudOff}
      title={title}
      text={
        <>
          <p>{text}</p>
          {status === 500 && <p>Codice: {request_id}</p>}
        </>
      }
    >
      <ButtonLink href={path}>Riprova</ButtonLink>
    </StatusPage>
  )
}
