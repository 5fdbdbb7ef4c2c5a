import { conflict, notFound } from '../../lib/errors.ts'

export const PrivacyTextNotFound = notFound('Questa versione dell’informativa non esiste.')
export const PrivacyTextChanged = conflict('Il testo è stato cambiato da un’altra persona: rileggilo prima di salvare.')
