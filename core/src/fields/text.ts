import * as z from 'zod/mini'
import { cleanLine, cleanText } from './pasted-text.ts'
import { holdsLink, holdsWebAddress } from './web-address.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; a text of several lines may have tabs and line breaks
const CONTROL_BUT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const NOT_ALLOWED = 'Contiene caratteri non ammessi.'

/** Refuses lone surrogates, which cannot be stored as sent. */
const isOneLine = (text: string) => !CONTROL.test(text) && text.isWellFormed()
const isText = (text: string) => !CONTROL_BUT_BREAKS.test(text) && text.isWellFormed()

const tooLong = (max: number) => `Usa al massimo ${max} caratteri.`

/** A rule that aborts the following ones, so that a field shows one message. */
const decisive = (error: string) => ({ error, abort: true })

/** A required single line as it looks: see `cleanLine`. */
export const requiredLine = (required: string, max = 100) =>
  z
    .string(required)
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, decisive(required)),
      z.maxLength(max, tooLong(max)),
      z.refine(isOneLine, NOT_ALLOWED),
    )

const NO_ADDRESS = 'Non può contenere indirizzi web.'

/** The name of a business; without web addresses, because it is the sender name of e-mails. */
export const requiredBusinessName = (required: string) =>
  requiredLine(required).check(z.refine((name) => !holdsWebAddress(name), NO_ADDRESS))

/**
 * The name of a person. A visitor's name appears in e-mails to an address that the visitor chose, so it must not
 * contain a web address or any text that a mail program turns into a link.
 */
export const requiredName = (required: string) => requiredLine(required).check(...nameRules)

const nameRules = [
  z.refine<string>((name) => !holdsLink(name), decisive(NO_ADDRESS)),
  z.refine<string>((name) => !name.includes('/'), 'Non può contenere barre (/).'),
] as const

export const line = (max: number) =>
  z.string().check(z.overwrite(cleanLine), z.maxLength(max, tooLong(max)), z.refine(isOneLine, NOT_ALLOWED))

/** A part of a name that may be empty. */
export const optionalName = () => z._default(line(100).check(...nameRules), '')

/** A single line that may be empty or missing. */
export const optionalLine = (max = 200) => z._default(line(max), '')

/** A required text of several lines. */
export const requiredText = (required: string, max = 2000) =>
  z
    .string(required)
    .check(
      z.overwrite(cleanText),
      z.minLength(1, decisive(required)),
      z.maxLength(max, tooLong(max)),
      z.refine(isText, NOT_ALLOWED),
    )

/** Text of several lines. */
export const text = (max: number) =>
  z.string().check(z.overwrite(cleanText), z.maxLength(max, tooLong(max)), z.refine(isText, NOT_ALLOWED))

/** A text of several lines that may be empty or missing. */
export const optionalText = (max = 2000) => z._default(text(max), '')
