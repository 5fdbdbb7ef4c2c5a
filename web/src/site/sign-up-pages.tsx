import type { PageData, PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { signUpPaths } from '@prenoto/core/sign-up/sign-up-pages.ts'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import type { Head } from './document.tsx'
import { ProviderLayout } from './features/sign-up/provider-layout.tsx'
import { SetUpPage } from './pages/set-up-page.tsx'
import { SignUpHomePage } from './pages/sign-up/home-page.tsx'
import { LinkPage } from './pages/sign-up/link-page.tsx'
import { SentPage } from './pages/sign-up/sent-page.tsx'
import { TermsPage } from './pages/sign-up/terms-page.tsx'
import { StatusPage } from './pages/status-page.tsx'

type SignUpData = PageDataWith<'signUp'>

type SignUpPage = Head & { status: number; content: ReactNode; hasScript?: boolean }

/** A page that belongs to no business: of the set-up or the sign-up. Undefined for other pages. */
export function installationPage({ setUp, signUp, ...data }: PageData): SignUpPage | undefined {
  if (signUp) return signUpPage({ ...data, signUp })
  return setUp && { title: 'Prenoto è installato', status: 200, hasScript: true, content: <SetUpPage setUp={setUp} /> }
}

/** A page of the provider's own domain. Only the first one has a script. */
function signUpPage(data: SignUpData): SignUpPage {
  const { status = 200, content, ...page } = toPage(data)
  const { provider, today } = data
  return {
    ...page,
    status,
    content: (
      <ProviderLayout provider={provider} year={today.slice(0, 4)}>
        {content}
      </ProviderLayout>
    ),
  }
}

function toPage({ signUp, provider }: SignUpData): Omit<SignUpPage, 'status'> & { status?: number } {
  const { domain } = signUp
  switch (signUp.name) {
    case 'home':
      return {
        title: 'Prenotazioni online per la tua attività',
        description:
          'Un sito di prenotazione e un’agenda per chi lavora su appuntamento. Apri la tua attività in pochi passi.',
        isListed: true,
        hasScript: true,
        content: <SignUpHomePage domain={domain} provider={provider} form={signUp.form} />,
      }
    case 'sent':
      return { title: 'Controlla la tua email', content: <SentPage /> }
    case 'privacy':
      return {
        title: 'Condizioni e privacy',
        isListed: true,
        content: <TermsPage domain={domain} provider={provider} />,
      }
    case 'link': {
      const isUsable = signUp.link.state === 'open' || signUp.link.state === 'used'
      return {
        title: 'Apri la tua attività',
        status: isUsable ? 200 : 404,
        content: <LinkPage link={signUp.link} domain={domain} provider={provider} />,
      }
    }
    case 'not-found':
      return {
        title: 'Pagina non trovata',
        status: 404,
        content: (
          <StatusPage Icon={SearchX} title="Pagina non trovata" text={<p>L’indirizzo che cerchi non esiste.</p>}>
            <ButtonLink href={signUpPaths.home}>Torna alla home</ButtonLink>
          </StatusPage>
        ),
      }
  }
}
