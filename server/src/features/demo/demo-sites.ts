export type DemoSite = { domain: string; name: string; what: string; logIns: string[]; suspended?: boolean }

/** The demo businesses; the first two are finished and busy. */
export const DEMO_SITES: DemoSite[] = [
  {
    domain: 'localhost',
    name: 'Studio Armonia',
    what: 'a finished business with a year of bookings',
    logIns: ['admin@demo.it', 'editor@demo.it', 'operatore@demo.it'],
  },
  {
    domain: 'salone.localhost',
    name: 'Salone Lidia',
    what: 'three hairdressers, and people who wait for a place on Saturday',
    logIns: ['titolare@salone.it'],
  },
  {
    domain: 'nuovo.localhost',
    name: 'Nuova attività',
    what: 'a business before its onboarding',
    logIns: ['titolare@nuovo.it'],
  },
  { domain: 'sospeso.localhost', name: 'Salone sospeso', what: 'a suspended business', logIns: [], suspended: true },
]
