import type { Report } from '@prenoto/core/reports/reports.endpoints.ts'

export const SOURCE_NAMES: Record<Report['by_source'][number]['id'], string> = {
  google: 'Google',
  instagram: 'Instagram',
  locandina: 'Locandina',
  sito: 'Il tuo sito',
  messaggio: 'Messaggi ai clienti',
  assistente: 'Assistenti',
  other: 'Tutte le altre',
}
