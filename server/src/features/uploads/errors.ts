import { invalidField, notFound } from '../../lib/errors.ts'

export const FileNotFound = notFound('Il file richiesto non esiste.')
export const PictureNotUploaded = invalidField('L’immagine va caricata come file.')
export const UploadQuotaReached = invalidField<{ email: string }>(
  (data) => `Lo spazio per le immagini è esaurito: per averne altro scrivi a ${data.email}.`,
)
