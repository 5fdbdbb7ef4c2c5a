import { type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

export class FileNotFound extends NotFound {}
export class PictureNotUploaded extends InvalidField {}
export class UploadQuotaReached extends InvalidField<{ email: string }> {}

export const uploadErrors: ErrorTexts = new Map([
  errorText(FileNotFound, 'Il file richiesto non esiste.'),
  errorText(PictureNotUploaded, 'L’immagine va caricata come file.'),
  errorText(
    UploadQuotaReached,
    ({ data }) => `Lo spazio per le immagini è esaurito: per averne altro scrivi a ${data.email}.`,
  ),
])
