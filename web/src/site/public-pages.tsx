import type { PageData } from '@prenoto/core/pages/page-data.ts'
import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { BookingPage } from './pages/booking-page.tsx'
import { CancelBookingPage } from './pages/cancel-booking-page.tsx'
import { ConfirmEmailPage } from './pages/confirm-email-page.tsx'
import { ForgotPasswordPage } from './pages/forgot-password-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { InvalidDomainPage } from './pages/invalid-domain-page.tsx'
import { LogInPage } from './pages/log-in-page.tsx'
import { NotFoundPage, ServiceNotFoundPage } from './pages/not-found-page.tsx'
import { RestoreEmailPage } from './pages/restore-email-page.tsx'
import { ServicesPage } from './pages/services-page.tsx'
import { SetPasswordPage } from './pages/set-password-page.tsx'
import { ThankYouPage } from './pages/thank-you-page.tsx'
import { WaitingOfferPage } from './pages/waiting-offer-page.tsx'
import { SiteLayout } from './site-layout.tsx'

/** A page as it was asked for. */
export type Page = {
  status: 200 | 403 | 404
  /** Stands before the name of the business; the home page is that name alone. */
  title?: string
  /** Whether search engines shall know it. */
  isListed?: boolean
  content: ReactNode
}

const BOOKING = /^\/client_service\/\d+\/booking$/
const CANCELLATION = /^\/bookings\/delete\/([^/]+)$/
const WAITING = /^\/waiting\/([^/]+)$/

/** Which page an address shows: the same on the server and in the browser. */
export function publicPage(data: PageData): Page {
  const { path, configuration, provider, services, service, chosen, visit, waiting, today } = data
  const inLayout = (content: ReactNode) => (
    <SiteLayout configuration={configuration} today={today} path={path}>
      {content}
    </SiteLayout>
  )

  if (!configuration || path === paths.invalidDomain)
    return {
      status: configuration ? 200 : 403,
      title: 'Dominio non riconosciuto',
      content: (
        <SiteLayout today={today}>
          <InvalidDomainPage provider={provider} isKnown={configuration !== undefined} />
        </SiteLayout>
      ),
    }

  if (path === paths.home && services)
    return {
      status: 200,
      isListed: true,
      content: inLayout(<HomePage configuration={configuration} preview={services} today={today} />),
    }

  if (path === paths.services && services)
    return {
      status: 200,
      title: 'Lista dei nostri servizi',
      isListed: true,
      content: inLayout(<ServicesPage configuration={configuration} firstPage={services} today={today} />),
    }

  if (BOOKING.test(path) && service)
    return {
      status: 200,
      title: service.name,
      isListed: true,
      content: inLayout(<BookingPage configuration={configuration} offered={service} chosen={chosen} />),
    }

  if (BOOKING.test(path))
    return { status: 404, title: 'Servizio non trovato', content: inLayout(<ServiceNotFoundPage />) }

  if (path === paths.thankYou)
    return {
      status: 200,
      title: 'Prenotazione effettuata',
      content: inLayout(<ThankYouPage configuration={configuration} />),
    }

  const hiddenId = CANCELLATION.exec(path)?.[1]
  if (hiddenId && visit)
    return {
      status: 200,
      title: 'Elimina la prenotazione',
      content: inLayout(<CancelBookingPage hiddenId={hiddenId} visit={visit} />),
    }

  const waitingId = WAITING.exec(path)?.[1]
  if (waitingId && waiting?.offer)
    return {
      status: 200,
      title: 'Un posto per te',
      content: inLayout(
        <WaitingOfferPage hiddenId={waitingId} waiting={waiting} offer={waiting.offer} today={today} />,
      ),
    }

  if (path === paths.logIn)
    return { status: 200, title: 'Accedi', content: <LogInPage configuration={configuration} /> }

  if (path === paths.setPassword)
    return {
      status: 200,
      title: 'Imposta la tua password',
      content: <SetPasswordPage configuration={configuration} />,
    }

  if (path === paths.forgotPassword)
    return {
      status: 200,
      title: 'Password dimenticata?',
      content: <ForgotPasswordPage configuration={configuration} />,
    }

  if (path === paths.confirmEmail)
    return {
      status: 200,
      title: 'Conferma la tua email',
      content: <ConfirmEmailPage configuration={configuration} />,
    }

  if (path === paths.restoreEmail)
    return {
      status: 200,
      title: 'Riprendi il tuo accesso',
      content: <RestoreEmailPage configuration={configuration} />,
    }

  return { status: 404, title: 'Pagina non trovata', content: inLayout(<NotFoundPage />) }
}
