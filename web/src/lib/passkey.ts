/** Whether the browser supports passkeys; only over HTTPS or on localhost. */
export const supportsPasskeys = () => 'PublicKeyCredential' in window

let closeDialog = () => {}

/** Asks the browser to sign a challenge with a passkey. Rejects when the user declines. */
export async function signWithPasskey(options: { challenge: string }) {
  // Loaded when needed: most users type a password or a code.
  const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser')
  closeDialog = () => WebAuthnAbortService.cancelCeremony()
  type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
  return startAuthentication({ optionsJSON: options as unknown as AuthenticationOptions })
}

/** Closes the browser's dialog if it is open; then `signWithPasskey` rejects. */
export const stopPasskey = () => closeDialog()
