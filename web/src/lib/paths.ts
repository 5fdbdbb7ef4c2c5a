import { CHOICE, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { CANCELLED, KEPT } from '@prenoto/core/pages/page-data.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { OFFER } from '@prenoto/core/waiting-list/offer-address.ts'

/** The addresses of the site. */
export const paths = {
  home: '/',
  homeAfterCancellation: `/${CANCELLED}`,
  homeAfterKeeping: `/${KEPT}`,
  services: '/client_service',
  servicesAfter: (lastId: number) => `/client_service?last_id=${lastId}`,
  booking: (serviceId: number) => `/client_service/${serviceId}/booking`,
  /** The booking page with a day and hour chosen. */
  bookingAt: (serviceId: number, day: PlainDate, hour: PlainTime) =>
    `/client_service/${serviceId}/booking?${new URLSearchParams(chosenVisitQuery({ day, hour }))}`,
  waitingAnswer: (key: string, answer: 'book' | 'refuse' | 'leave', offerId?: number) =>
    `/waiting-list/${key}/${answer}${offerId === undefined ? '' : `?${OFFER}=${offerId}`}`,
  thankYou: '/thank_you',
  visit: (hiddenId: string) => `/bookings/${hiddenId}`,
  cancellation: (hiddenId: string) => `/bookings/delete/${hiddenId}`,
  /** Where a visit is moved, beginning with the days around its own and, where there is a choice, with whom it is. */
  reschedule: (hiddenId: string, day: PlainDate, calendar?: number) =>
    `/bookings/${hiddenId}?${calendar ? `${CHOICE.calendar}=${calendar}&` : ''}${CHOICE.day}=${day}`,
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
  reports: '/reports',
  customers: '/customer',
  customer: (customerId: number) => `/customer/${customerId}`,
  /** The hash that leads to the list on a customer's page. */
  customerList: 'elenco',
}

const ADMIN =
  /^\/(onboarding|dashboard|appointments\/\d+|user|service|day_off|calendar|setting|reports|customer|customer\/\d+)\/?$/

/** Whether an address is the back office's. */
export const isAdminPath = (path: string) => ADMIN.test(path)

const CANCELLATION = /^\/bookings\/delete\/[^/]+$/

/** Whether an address cancels a visit rather than showing it. */
export const isCancellation = (path: string) => CANCELLATION.test(path)

export const goTo = (path: string) => location.assign(path)
