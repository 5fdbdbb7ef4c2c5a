import { type ErrorTexts, errorText, InvalidField } from '../../lib/errors.ts'

export class LogoNotUploaded extends InvalidField {}

export const configurationErrors: ErrorTexts = new Map([errorText(LogoNotUploaded, 'Il logo va caricato come file.')])
