import { notFound } from '../../lib/errors.ts'

export const PrivacyTextNotFound = notFound('Questa versione dell’informativa non esiste.')
