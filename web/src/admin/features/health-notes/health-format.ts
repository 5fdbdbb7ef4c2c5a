import type { HealthDocument, HealthNote, HealthVisit } from '@prenoto/core/health-notes/health-schema.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { formatBytes, inWords } from '../../lib/formats.ts'

/** 'lunedì 23 novembre 2026, Taglio' */
export const describeVisit = ({ visit_day, service_name }: HealthVisit) => `${formatDate(visit_day)}, ${service_name}`

/** The author, time and visit of a note or document, as lines. */
export const formatOrigin = ({ author, created_at, visit }: Pick<HealthNote, 'author' | 'created_at' | 'visit'>) => [
  `${author}, ${inWords(created_at)}`,
  ...(visit ? [`Visita di ${describeVisit(visit)}`] : []),
]

/** 'PDF, 320 kB' */
export function describeFile({ content_type, bytes }: Pick<HealthDocument, 'content_type' | 'bytes'>) {
  const kind = content_type === 'application/pdf' ? 'PDF' : 'Immagine'
  return `${kind}, ${formatBytes(bytes)}`
}

/** '2 note', '1 documento', '2 note e 1 documento' */
export const countRecords = ({ notes, documents }: { notes: number; documents: number }) =>
  [
    notes > 0 && (notes === 1 ? '1 nota' : `${notes} note`),
    documents > 0 && (documents === 1 ? '1 documento' : `${documents} documenti`),
  ]
    .filter(Boolean)
    .join(' e ')
