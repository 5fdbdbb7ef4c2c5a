import type { Role } from '@prenoto/core/contract/role.ts'
import { adminPaths } from '../../../lib/paths.ts'

export type SectionKey =
  | 'profilo'
  | 'password'
  | 'verifica'
  | 'dispositivi'
  | 'calendario'
  | 'sito'
  | 'regole'
  | 'privacy'
  | 'conservazione'
  | 'copia'
  | 'condividi'
  | 'incorporamento'
  | 'dominio'
  | 'permessi'
  | 'programmi'

export type Section = { key: SectionKey; text: string; needs: Role }

const account: Section[] = [
  { key: 'profilo', text: 'Profilo', needs: 'operator' },
  { key: 'password', text: 'Password', needs: 'operator' },
  { key: 'verifica', text: 'Accesso sicuro', needs: 'operator' },
  { key: 'dispositivi', text: 'Dispositivi', needs: 'operator' },
  { key: 'calendario', text: 'Calendario del telefono', needs: 'operator' },
]

const business: Section[] = [
  { key: 'sito', text: 'Sito', needs: 'admin' },
  { key: 'regole', text: 'Regole di prenotazione', needs: 'admin' },
  { key: 'privacy', text: 'Privacy', needs: 'admin' },
  { key: 'conservazione', text: 'Conservazione dei dati', needs: 'admin' },
  { key: 'copia', text: 'Una copia dei tuoi dati', needs: 'admin' },
  { key: 'condividi', text: 'Condividi', needs: 'admin' },
  { key: 'incorporamento', text: 'Nel tuo sito', needs: 'admin' },
  { key: 'dominio', text: 'Dominio', needs: 'admin' },
  { key: 'permessi', text: 'Permessi', needs: 'admin' },
  { key: 'programmi', text: 'Programmi collegati', needs: 'admin' },
]

/** The sections of the settings in the order of their menu. */
export const SECTIONS: readonly Section[] = [...account, ...business]

/** The specification has profile and password on one page; the other sections are shown alone. */
const ACCOUNT: readonly SectionKey[] = ['profilo', 'password']
export const shownWith = (key: SectionKey) => (ACCOUNT.includes(key) ? ACCOUNT : [key])

export const sectionPath = (key: SectionKey) =>
  key === SECTIONS[0]!.key ? adminPaths.settings : `${adminPaths.settings}?sezione=${key}`

/** A page that has no link in the sidebar. */
export type LinkedPage = { path: string; text: string; needs: Role }

export const linkedPages = {
  waitingList: { path: adminPaths.waitingList, text: 'Lista d’attesa', needs: 'operator' },
  contactRequests: { path: adminPaths.contactRequests, text: 'Richieste di contatto', needs: 'operator' },
  reports: { path: adminPaths.reports, text: 'Statistiche', needs: 'admin' },
  users: { path: adminPaths.users, text: 'Utenti', needs: 'admin' },
  audit: { path: adminPaths.audit, text: 'Registro attività', needs: 'admin' },
  guide: { path: adminPaths.guide, text: 'Guida', needs: 'operator' },
} satisfies Record<string, LinkedPage>

/** The menu of the settings: sections, and pages that the sidebar does not list. */
export const MENU: readonly { title: string; sections: readonly Section[]; pages: readonly LinkedPage[] }[] = [
  { title: 'Il tuo account', sections: account, pages: [] },
  { title: 'La tua attività', sections: business, pages: [] },
  { title: 'Altre pagine', sections: [], pages: Object.values(linkedPages) },
]
