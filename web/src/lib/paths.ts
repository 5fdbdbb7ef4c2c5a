/** The addresses of the site. */
export const paths = {
  home: '/',
  services: '/client_service',
  servicesAfter: (lastId: number) => `/client_service?last_id=${lastId}`,
  booking: (serviceId: number) => `/client_service/${serviceId}/booking`,
  thankYou: '/thank_you',
  logIn: '/login',
  invalidDomain: '/invalid-domain',
  dashboard: '/dashboard',
  onboarding: '/onboarding',
}

export const goTo = (path: string) => location.assign(path)
