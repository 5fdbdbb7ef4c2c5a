import { conflict, notFound } from '../../../lib/errors.ts'

export const KeyNotFound = notFound('Questa chiave non c’è più.')
export const TooManyKeys = conflict('Hai già venti chiavi: revocane una che non usi più.')
