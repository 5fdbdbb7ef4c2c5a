import * as z from 'zod/mini'
import { holdsWebAddress } from './web-address.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; a text of several lines may have tabs and line breaks
const CONTROL_BUT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const NOT_ALLOWED = 'Contiene caratteri non ammessi.'

/** Half of a surrogate pair is no character: it could not be stored as it was sent. */
const isOneLine = (text: string) => !CONTROL.test(text) && text.isWellFormed()
const isText = (text: string) => !CONTROL_BUT_BREAKS.test(text) && text.isWellFormed()

const tooLong = (max: number) => `Usa al massimo ${max} caratteri.`

/** A rule that stops the ones after it, so that a field shows one message. */
const decisive = (error: string) => ({ error, abort: true })

/** A single line that must be there; trimmed, without control characters. */
export const requiredLine = (required: string, max = 100) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, decisive(required)),
      z.maxLength(max, tooLong(max)),
      z.refine(isOneLine, NOT_ALLOWED),
    )

/**
 * What somebody is called. It ends in e-mails that carry the name of the business, often to an address that whoever typed
 * it chose: so it holds no web address.
 */
export const requiredName = (required: string) =>
  requiredLine(required).check(z.refine((name) => !holdsWebAddress(name), 'Non può contenere indirizzi web.'))

/** A single line that may be empty. */
export const line = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, tooLong(max)), z.refine(isOneLine, NOT_ALLOWED))

/** A single line that may be empty or missing. */
export const optionalLine = (max = 200) => z._default(line(max), '')

/** Several lines that must be there. */
export const requiredText = (required: string, max = 2000) =>
  z
    .string(required)
    .check(z.trim(), z.minLength(1, decisive(required)), z.maxLength(max, tooLong(max)), z.refine(isText, NOT_ALLOWED))

/** Several lines that may be empty or missing. */
export const optionalText = (max = 2000) =>
  z._default(z.string().check(z.trim(), z.maxLength(max, tooLong(max)), z.refine(isText, NOT_ALLOWED)), '')
