import type { Role } from '@prenoto/core/contract/role.ts'
import { adminPaths, paths } from '../../../lib/paths.ts'

export type SectionKey =
  | 'profilo'
  | 'password'
  | 'verifica'
  | 'dispositivi'
  | 'calendario'
  | 'sito'
  | 'regole'
  | 'privacy'
  | 'incorporamento'
  | 'condividi'
  | 'permessi'
  | 'dominio'

export type Section = { key: SectionKey; text: string; needs: Role }

/** The sections of the settings in the order of their menu. */
export const SECTIONS: readonly Section[] = [
  { key: 'profilo', text: 'Profilo', needs: 'operator' },
  { key: 'password', text: 'Password', needs: 'operator' },
  { key: 'verifica', text: 'Verifica', needs: 'operator' },
  { key: 'dispositivi', text: 'Dispositivi', needs: 'operator' },
  { key: 'calendario', text: 'Calendario', needs: 'operator' },
  { key: 'sito', text: 'Sito', needs: 'admin' },
  { key: 'regole', text: 'Regole di prenotazione', needs: 'admin' },
  { key: 'privacy', text: 'Privacy', needs: 'admin' },
  { key: 'incorporamento', text: 'Incorporamento', needs: 'admin' },
  { key: 'condividi', text: 'Condividi', needs: 'admin' },
  { key: 'permessi', text: 'Permessi', needs: 'admin' },
  { key: 'dominio', text: 'Dominio', needs: 'admin' },
]

/** The specification has profile and password on one page; the other sections are shown alone. */
const ACCOUNT: readonly SectionKey[] = ['profilo', 'password']
export const shownWith = (key: SectionKey) => (ACCOUNT.includes(key) ? ACCOUNT : [key])

export const sectionPath = (key: SectionKey) =>
  key === SECTIONS[0]!.key ? paths.settings : `${paths.settings}?sezione=${key}`

/** Pages that the menu of the settings links to after its sections. */
export const LINKED_PAGES: readonly { path: string; text: string; needs: Role }[] = [
  { path: paths.users, text: 'Utenti', needs: 'admin' },
  { path: adminPaths.contactRequests, text: 'Richieste di contatto', needs: 'operator' },
  { path: adminPaths.audit, text: 'Registro attività', needs: 'admin' },
]
