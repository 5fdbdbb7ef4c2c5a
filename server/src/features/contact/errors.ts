import { notFound } from '../../lib/errors.ts'

export const ContactRequestNotFound = notFound('La richiesta non esiste o è stata cancellata.')
