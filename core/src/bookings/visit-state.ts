/** The customer can change an `open` visit online; a `closed` one is within the notice, so they ask the business. */
export const VISIT_STATES = ['open', 'closed', 'begun'] as const
export type VisitState = (typeof VISIT_STATES)[number]

/** How often a customer may reschedule a visit on one local day. */
export const RESCHEDULES_A_DAY = 5

export const RESCHEDULE_LIMIT_REACHED = `Oggi la prenotazione è già stata spostata ${RESCHEDULES_A_DAY} volte: potrai spostarla di nuovo domani, oppure contattaci`

const HOUR = 3_600_000

/** The instants are epoch milliseconds. */
export function visitStateAt(now: number, startsAt: number, noticeHours: number): VisitState {
  if (startsAt <= now) return 'begun'
  return startsAt - noticeHours * HOUR <= now ? 'closed' : 'open'
}

/** 24 → 'Mancano meno di 24 ore alla visita', 72 → 'Mancano meno di 3 giorni alla visita' */
export function shortNoticeText(hours: number) {
  if (hours === 1) return 'Manca meno di un’ora alla visita'
  const isDays = hours > 24 && hours % 24 === 0
  return `Mancano meno di ${isDays ? `${hours / 24} giorni` : `${hours} ore`} alla visita`
}
