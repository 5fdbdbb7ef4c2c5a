import { invalidField } from '../../lib/errors.ts'

export const LogoNotUploaded = invalidField('Il logo va caricato come file.')
