import { CANCELLED } from '@prenoto/core/pages/page-data.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { OFFER } from '@prenoto/core/waiting/offer-address.ts'

/** The addresses of the site. */
export const paths = {
  home: '/',
  homeAfterCancellation: `/${CANCELLED}`,
  services: '/client_service',
  servicesAfter: (lastId: number) => `/client_service?last_id=${lastId}`,
  booking: (serviceId: number) => `/client_service/${serviceId}/booking`,
  waitingAnswer: (key: string, answer: 'book' | 'refuse' | 'leave', offerId?: number) =>
    `/waiting/${key}/${answer}${offerId === undefined ? '' : `?${OFFER}=${offerId}`}`,
  thankYou: '/thank_you',
  privacy: '/privacy',
  logIn: '/login',
  setPassword: '/set_password',
  forgotPassword: '/forgot_password',
  confirmEmail: '/confirm_email',
  restoreEmail: '/restore_email',
  invalidDomain: '/invalid-domain',
  dashboard: '/dashboard',
  dashboardOn: (day: PlainDate) => `/dashboard?giorno=${day}`,
  onboarding: '/onboarding',
  appointment: (bookingId: number) => `/appointments/${bookingId}`,
  users: '/user',
  manageServices: '/service',
  daysOff: '/day_off',
  calendars: '/calendar',
  settings: '/setting',
  customers: '/customer',
  customer: (customerId: number) => `/customer/${customerId}`,
}

const ADMIN =
  /^\/(onboarding|dashboard|appointments\/\d+|user|service|day_off|calendar|setting|customer|customer\/\d+)\/?$/

/** Whether an address is the back office's. */
export const isAdminPath = (path: string) => ADMIN.test(path)

export const goTo = (path: string) => location.assign(path)
