import { invalidField } from '../../lib/errors.ts'

/** Also for a code that has expired or was used by another request. */
export const WrongCode = invalidField(
  'Il codice non è giusto o è scaduto: «prenoto setup-code», sul server, ne mostra uno nuovo.',
)
