import { CHOICE, type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { CANCELLED, KEPT } from '@prenoto/core/pages/page-data.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { OFFER } from '@prenoto/core/waiting-list/offer-address.ts'

export const paths = {
  home: '/',
  homeAfterCancellation: `/${CANCELLED}`,
  homeWithoutCancelling: `/${KEPT}`,
  services: '/client_service',
  servicesAfter: (lastId: number) => `/client_service?last_id=${lastId}`,
  booking: (serviceId: number, chosen: ChosenVisit = {}) => {
    const query = new URLSearchParams(chosenVisitQuery(chosen))
    return `/client_service/${serviceId}/booking${query.size > 0 ? `?${query}` : ''}`
  },
  waitingAnswer: (key: string, answer: 'book' | 'refuse' | 'leave', offerId?: number) =>
    `/waiting-list/${key}/${answer}${offerId === undefined ? '' : `?${OFFER}=${offerId}`}`,
  thankYou: '/thank_you',
  visit: (hiddenId: string) => `/bookings/${hiddenId}`,
  cancellation: (hiddenId: string) => `/bookings/delete/${hiddenId}`,
  /** The page that reschedules a visit, opened at its day and, if the service has several, at its calendar. */
  reschedule: (hiddenId: string, day: PlainDate, calendar?: number) =>
    `/bookings/${hiddenId}?${calendar ? `${CHOICE.calendar}=${calendar}&` : ''}${CHOICE.day}=${day}`,
  myBookings: '/my_bookings',
  privacy: '/privacy',
  logIn: '/login',
  secondFactor: '/second_factor',
  setPassword: '/set_password',
  forgotPassword: '/forgot_password',
  confirmEmail: '/confirm_email',
  restoreEmail: '/restore_email',
  notMe: '/not_me',
  invalidDomain: '/invalid-domain',
  dashboard: '/dashboard',
  onboarding: '/onboarding',
}

/** Paths that only the back office names; apart, so that pages of the site do not load them. */
export const adminPaths = {
  users: '/user',
  manageServices: '/service',
  daysOff: '/day_off',
  calendars: '/calendar',
  settings: '/setting',
  customers: '/customer',
  customer: (customerId: number) => `/customer/${customerId}`,
  appointment: (bookingId: number) => `/appointments/${bookingId}`,
  dashboardOn: (day: PlainDate) => `/dashboard?giorno=${day}`,
  reports: '/reports',
  waitingList: '/waiting_list',
  contactRequests: '/contact_requests',
  audit: '/audit',
  processingRegister: '/processing_register',
  processorAgreement: '/processor_agreement',
  import: '/customer/import',
  guide: '/guida',
  /** `name`: of the page's file in `docs/guida`. */
  guidePage: (name: string) => `/guida/${name}`,
  workWeek: '/calendar/week',
  workWeekOn: (day: PlainDate) => `/calendar/week?giorno=${day}`,
  /** Fragment of the list on a customer's page. */
  customerList: 'elenco',
  /** Fragment of the health notes on a customer's page. */
  healthNotes: 'note-sulla-salute',
}

const ADMIN =
  /^\/(onboarding|dashboard|appointments\/\d+|user|service|day_off|calendar|calendar\/week|setting|reports|waiting_list|contact_requests|audit|processing_register|processor_agreement|customer|customer\/\d+|customer\/import|guida|guida\/[\w-]+)\/?$/

export const isAdminPath = (path: string) => ADMIN.test(path)

const CANCELLATION = /^\/bookings\/delete\/[^/]+$/

export const isCancellation = (path: string) => CANCELLATION.test(path)

export const goTo = (address: string) => location.assign(address)
