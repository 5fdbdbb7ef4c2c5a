export type DemoSite = { domain: string; name: string; description: string; logIns: string[]; suspended?: boolean }

/** The demo businesses; the first two have bookings. */
export const DEMO_SITES: DemoSite[] = [
  {
    domain: 'localhost',
    name: 'Studio Armonia',
    description: 'a complete business with a year of bookings',
    logIns: ['admin@demo.it', 'editor@demo.it', 'operatore@demo.it'],
  },
  {
    domain: 'salone.localhost',
    name: 'Salone Lidia',
    description: 'three hairdressers, and a waiting list for Saturday',
    logIns: ['titolare@salone.it'],
  },
  {
    domain: 'nuovo.localhost',
    name: 'Nuova attività',
    description: 'a business before its onboarding',
    logIns: ['titolare@nuovo.it'],
  },
  {
    domain: 'sospeso.localhost',
    name: 'Salone sospeso',
    description: 'a suspended business',
    logIns: [],
    suspended: true,
  },
]
