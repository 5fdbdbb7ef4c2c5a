import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows for a secret in base32 at a moment, by default now. */
export const totpCode = (secret: string, at: Temporal.Instant = Temporal.Now.instant()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.epochMilliseconds })
