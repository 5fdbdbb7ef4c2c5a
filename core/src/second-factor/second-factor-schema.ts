import * as z from 'zod/mini'
import { requiredLine } from '../fields/text.ts'

/** Sixteen characters without those that look alike, written in four groups. */
export const RECOVERY_CODE = /^[A-HJ-NP-Z2-9]{16}$/
const TOTP_CODE = /^\d{6}$/

const REQUIRED_CODE = 'Scrivi il codice.'

/** 'abcd-efgh-jklm-npqr' → 'ABCDEFGHJKLMNPQR', '123 456' → '123456' */
const normalized = z.overwrite<string>((text) => text.replace(/[\s-]/g, '').toUpperCase())

const requiredCode = z.string(REQUIRED_CODE).check(z.maxLength(40, 'Il codice è troppo lungo.'), normalized)

/** The code of an authenticator app. */
const totpCode = requiredCode.check(
  z.minLength(1, { error: REQUIRED_CODE, abort: true }),
  z.regex(TOTP_CODE, 'Il codice ha sei cifre.'),
)

/** A recovery code. */
const recoveryCode = requiredCode.check(
  z.minLength(1, { error: REQUIRED_CODE, abort: true }),
  z.regex(RECOVERY_CODE, 'Il codice di recupero ha sedici lettere e cifre.'),
)

export const totpCodeFormSchema = z.object({ code: totpCode })
export const recoveryCodeFormSchema = z.object({ code: recoveryCode })

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]*$/), z.maxLength(max))

/** The credential that a browser's passkey dialog returns (WebAuthn, `PublicKeyCredential.toJSON`). */
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  clientExtensionResults: z.looseObject({}),
}
const clientDataJSON = base64url(4000)

/** A new passkey. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
})

/** A challenge that a passkey has signed. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: z.optional(z.nullable(base64url(200))),
  }),
})
export type Assertion = z.infer<typeof assertion>

const challenge = z.string('Valore non valido.').check(z.regex(/^[\w-]{43}$/, 'Valore non valido.'))

/** Asks for the options of the browser's passkey dialog. */
export const passkeyRequestSchema = z.object({ challenge })

const ONE_PROOF = 'Serve un codice oppure una passkey.'

/** The second step of a log-in: a code of the app, a recovery code, or a passkey. */
export const secondStepSchema = z
  .object({
    challenge,
    code: z.optional(z.union([totpCode, recoveryCode], 'Il codice non è corretto.')),
    assertion: z.optional(assertion),
  })
  .check(
    z.refine(({ code, assertion }) => (code === undefined) !== (assertion === undefined), {
      path: ['code'],
      error: ONE_PROOF,
    }),
  )
export type SecondStep = z.infer<typeof secondStepSchema>

/** Options of the browser's passkey dialog, as WebAuthn defines them. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** The only domain on which it can be used. */
  domain: z.string(),
  /** DD-MM-YYYY HH:mm in the business's time zone. */
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof passkey>

/** The form that names a new passkey. */
export const passkeyNameFormSchema = z.object({ name: requiredLine('Dai un nome alla passkey.', 60) })

export const newPasskeySchema = z.extend(passkeyNameFormSchema, { credential: registration })
export type NewPasskey = z.infer<typeof newPasskeySchema>

/** The second factors of the current user. */
export const secondFactor = z.object({
  /** Whether the business requires one of every user. */
  is_required: z.boolean(),
  /** When the authenticator app was confirmed, DD-MM-YYYY HH:mm; null without one. */
  totp_added_at: z.nullable(z.string()),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
})
export type SecondFactor = z.infer<typeof secondFactor>

/** The secret of an authenticator app, in base32 and as the address that its QR code contains. */
export const totpSecret = z.object({ secret: z.string(), uri: z.string() })

/** Recovery codes are shown once. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** The answer to a first second factor contains recovery codes; to a later one an empty list. */
export const addedPasskey = z.extend(passkey, { recovery_codes: z.array(z.string()) })

/** The rule of the business, and the users who have a second factor. */
export const staffSecondFactors = z.object({ is_required: z.boolean(), user_ids: z.array(z.int()) })
export type StaffSecondFactors = z.infer<typeof staffSecondFactors>

export const requirementSchema = z.object({ is_required: z.boolean('Scegli sì o no.') })
