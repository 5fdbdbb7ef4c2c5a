import { Conflict, type ErrorTexts, errorText, NotFound } from '../../lib/errors.ts'

export class PrivacyTextNotFound extends NotFound {}
export class PrivacyTextChanged extends Conflict {}

export const privacyErrors: ErrorTexts = new Map([
  errorText(PrivacyTextNotFound, 'Questa versione dell’informativa non esiste.'),
  errorText(PrivacyTextChanged, 'Il testo è stato cambiato da un’altra persona: rileggilo prima di salvare.'),
])
