import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { isCancellation, paths } from '../lib/paths.ts'
import type { Head } from './document.tsx'
import type { PageName } from './page-loaders.ts'
import * as bookingPage from './pages/booking-page.tsx'
import * as cancelBookingPage from './pages/cancel-booking-page.tsx'
import * as homePage from './pages/home-page.tsx'
import * as invalidDomainPage from './pages/invalid-domain-page.tsx'
import * as myBookingsPage from './pages/my-bookings-page.tsx'
import * as notFoundPage from './pages/not-found-page.tsx'
import * as reschedulePage from './pages/reschedule-page.tsx'
import * as serviceNotFoundPage from './pages/service-not-found-page.tsx'
import * as servicesPage from './pages/services-page.tsx'
import * as confirmEmailPage from './pages/staff/confirm-email-page.tsx'
import * as forgotPasswordPage from './pages/staff/forgot-password-page.tsx'
import * as logInPage from './pages/staff/log-in-page.tsx'
import * as notMePage from './pages/staff/not-me-page.tsx'
import * as restoreEmailPage from './pages/staff/restore-email-page.tsx'
import * as secondFactorPage from './pages/staff/second-factor-page.tsx'
import * as setPasswordPage from './pages/staff/set-password-page.tsx'
import * as thankYouPage from './pages/thank-you-page.tsx'
import * as visitPage from './pages/visit-page.tsx'
import * as waitingListOfferPage from './pages/waiting-list-offer-page.tsx'
import type { PageModule } from './public-app.tsx'

/** The pages that the server renders: the same modules as the browser loads. */
export const pageModules: Record<PageName, PageModule> = {
  'home-page': homePage,
  'services-page': servicesPage,
  'booking-page': bookingPage,
  'thank-you-page': thankYouPage,
  'visit-page': visitPage,
  'reschedule-page': reschedulePage,
  'cancel-booking-page': cancelBookingPage,
  'waiting-list-offer-page': waitingListOfferPage,
  'my-bookings-page': myBookingsPage,
  'log-in-page': logInPage,
  'second-factor-page': secondFactorPage,
  'set-password-page': setPasswordPage,
  'forgot-password-page': forgotPasswordPage,
  'confirm-email-page': confirmEmailPage,
  'restore-email-page': restoreEmailPage,
  'not-me-page': notMePage,
  'not-found-page': notFoundPage,
  'service-not-found-page': serviceNotFoundPage,
  'invalid-domain-page': invalidDomainPage,
}

type PublicPage = Head & { name: PageName; status: 200 | 403 | 404 }

const BOOKING = /^\/client_service\/\d+\/booking$/

/** The page that an address shows. */
export function publicPage({
  path,
  configuration,
  services,
  service,
  visit,
  waiting,
  myBookings,
}: PageData): PublicPage {
  if (!configuration || path === paths.invalidDomain)
    return { name: 'invalid-domain-page', status: configuration ? 200 : 403, title: 'Dominio non riconosciuto' }

  if (path === paths.home && services) return { name: 'home-page', status: 200, isListed: true }

  if (path === paths.services && services)
    return { name: 'services-page', status: 200, title: 'Lista dei nostri servizi', isListed: true }

  if (BOOKING.test(path))
    return service
      ? { name: 'booking-page', status: 200, title: service.name, isListed: true }
      : { name: 'service-not-found-page', status: 404, title: 'Servizio non trovato' }

  if (path === paths.thankYou) return { name: 'thank-you-page', status: 200, title: 'Prenotazione effettuata' }

  if (visit && isCancellation(path))
    return { name: 'cancel-booking-page', status: 200, title: 'Disdici la prenotazione' }

  if (visit)
    return service
      ? { name: 'reschedule-page', status: 200, title: 'Sposta la prenotazione' }
      : { name: 'visit-page', status: 200, title: 'La tua prenotazione' }

  if (waiting) return { name: 'waiting-list-offer-page', status: 200, title: 'Un posto per te' }

  if (myBookings !== undefined)
    return {
      name: 'my-bookings-page',
      status: myBookings || path === paths.myBookings ? 200 : 404,
      title: 'Le mie prenotazioni',
    }

  if (path === paths.logIn) return { name: 'log-in-page', status: 200, title: 'Accedi' }

  if (path === paths.secondFactor) return { name: 'second-factor-page', status: 200, title: 'Verifica in due passaggi' }

  if (path === paths.setPassword) return { name: 'set-password-page', status: 200, title: 'Imposta la tua password' }

  if (path === paths.forgotPassword)
    return { name: 'forgot-password-page', status: 200, title: 'Password dimenticata?' }

  if (path === paths.confirmEmail) return { name: 'confirm-email-page', status: 200, title: 'Conferma la tua email' }

  if (path === paths.restoreEmail) return { name: 'restore-email-page', status: 200, title: 'Riprendi il tuo accesso' }

  if (path === paths.notMe) return { name: 'not-me-page', status: 200, title: 'Non sono stato io' }

  return { name: 'not-found-page', status: 404, title: 'Pagina non trovata' }
}
