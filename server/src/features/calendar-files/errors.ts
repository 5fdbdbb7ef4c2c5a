import { notFound } from '../../lib/errors.ts'

export const FileBookingNotFound = notFound('La prenotazione non esiste o è stata disdetta.')
export const FeedNotFound = notFound('Il link non esiste o è stato revocato.')
