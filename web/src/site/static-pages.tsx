import type { PageData } from '@prenoto/core/pages/page-data.ts'
import type { ReactNode } from 'react'
import { isCancellation } from '../lib/paths.ts'
import type { Head } from './document.tsx'
import { AfterVisitPage } from './pages/after-visit-page.tsx'
import { CancellationUnavailablePage } from './pages/cancellation-unavailable-page.tsx'
import { ComeBackPage } from './pages/come-back-page.tsx'
import { FailurePage } from './pages/failure-page.tsx'
import { PrivacyPage } from './pages/privacy-page.tsx'
import { ProposalPage } from './pages/proposal-page.tsx'
import { WaitingListPage } from './pages/waiting-list-page.tsx'

type StaticPage = Head & { status: number; content: ReactNode }

/** The pages that load no scripts. They have no styles of their own. */
export function staticPage({
  failure,
  path,
  configuration,
  visit,
  waiting,
  afterVisit,
  proposal,
  comeBack,
  privacy,
}: PageData): StaticPage | undefined {
  if (failure)
    return {
      status: failure.status,
      title: 'Pagina non disponibile',
      content: <FailurePage failure={failure} path={path} />,
    }

  if (configuration && privacy)
    return {
      status: 200,
      title: 'Privacy Policy',
      isListed: true,
      content: <PrivacyPage configuration={configuration} privacy={privacy} />,
    }

  if (configuration && waiting !== undefined && !waiting?.offer)
    return {
      status: waiting ? 200 : 404,
      title: 'Lista d’attesa',
      content: <WaitingListPage hiddenId={path.split('/')[2]!} waiting={waiting} />,
    }

  if (configuration && comeBack !== undefined)
    return {
      status: comeBack ? 200 : 404,
      title: 'Ricordami di tornare',
      content: <ComeBackPage hiddenId={path.split('/')[2]!} comeBack={comeBack} />,
    }

  if (configuration && proposal !== undefined)
    return {
      status: proposal ? 200 : 404,
      title: 'Scegli il tuo orario',
      content: <ProposalPage hiddenId={path.split('/')[2]!} proposal={proposal} />,
    }

  if (configuration && afterVisit !== undefined)
    return {
      status: afterVisit ? 200 : 404,
      title: 'Messaggi dopo la visita',
      content: <AfterVisitPage hiddenId={path.split('/')[2]!} afterVisit={afterVisit} />,
    }

  if (configuration && visit === null)
    return {
      status: 404,
      title: 'Prenotazione non trovata',
      content: <CancellationUnavailablePage visit={visit} configuration={configuration} />,
    }

  if (configuration && visit && visit.state !== 'open' && isCancellation(path))
    return {
      status: 200,
      title: visit.state === 'begun' ? 'Visita già iniziata' : 'Troppo tardi per disdire',
      content: <CancellationUnavailablePage visit={visit} configuration={configuration} />,
    }
}
