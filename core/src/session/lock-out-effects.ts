/** The words for a user about each change that the link 'Non sono stato io' has undone. */
export const lockOutEffects = {
  email: { label: 'Email', value: 'Ripristinata quella di prima' },
  totp: { label: 'App di autenticazione', value: 'Tolta' },
  passkeys: { label: 'Passkey', value: 'Tolte quelle aggiunte' },
  recovery_codes: { label: 'Codici di recupero', value: 'Annullati quelli creati' },
  api_keys: { label: 'Chiavi di altri programmi', value: 'Revocate quelle create' },
  second_factor_kept: {
    label: 'Verifica in due passaggi',
    value: 'È cambiata da allora e resta com’è: se il metodo non è tuo, chiedi a un amministratore di azzerarla',
  },
} as const
export type LockOutEffect = keyof typeof lockOutEffects

export const lockOutEffectNames = Object.keys(lockOutEffects) as LockOutEffect[]
