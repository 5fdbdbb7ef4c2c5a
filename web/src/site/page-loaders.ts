/** The pages by the name of their file. A browser loads only the module of its page. */
export const pageLoaders = {
  'home-page': () => import('./pages/home-page.tsx'),
  'services-page': () => import('./pages/services-page.tsx'),
  'booking-page': () => import('./pages/booking-page.tsx'),
  'thank-you-page': () => import('./pages/thank-you-page.tsx'),
  'visit-page': () => import('./pages/visit-page.tsx'),
  'reschedule-page': () => import('./pages/reschedule-page.tsx'),
  'cancel-booking-page': () => import('./pages/cancel-booking-page.tsx'),
  'waiting-list-offer-page': () => import('./pages/waiting-list-offer-page.tsx'),
  'my-bookings-page': () => import('./pages/my-bookings-page.tsx'),
  'log-in-page': () => import('./pages/staff/log-in-page.tsx'),
  'second-factor-page': () => import('./pages/staff/second-factor-page.tsx'),
  'set-password-page': () => import('./pages/staff/set-password-page.tsx'),
  'forgot-password-page': () => import('./pages/staff/forgot-password-page.tsx'),
  'confirm-email-page': () => import('./pages/staff/confirm-email-page.tsx'),
  'restore-email-page': () => import('./pages/staff/restore-email-page.tsx'),
  'not-me-page': () => import('./pages/staff/not-me-page.tsx'),
  'not-found-page': () => import('./pages/not-found-page.tsx'),
  'service-not-found-page': () => import('./pages/service-not-found-page.tsx'),
  'invalid-domain-page': () => import('./pages/invalid-domain-page.tsx'),
}

export type PageName = keyof typeof pageLoaders
