import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StartupError } from '@prenoto/core/startup-error.ts'

/** nodemailer's options for signing. */
export type DkimKey = { domainName: string; keySelector: string; privateKey: string }

/** DKIM_SELECTOR, DKIM_KEY_FILE and DKIM_DOMAIN. */
type DkimSettings = { selector: string; keyFile: string; domain?: string }

/** Receivers ignore shorter keys (RFC 8301). */
const MIN_BITS = 1024

/** Reads the key that signs e-mails from an address. Throws a StartupError that names the variable. */
export function readDkimKey({ selector, keyFile, domain }: DkimSettings, from: string): DkimKey {
  const sender = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  const signer = domain?.toLowerCase() ?? sender
  // DMARC ignores a signature of an unrelated domain.
  if (signer !== sender && !sender.endsWith(`.${signer}`))
    throw new StartupError(`DKIM_DOMAIN: use the domain of MAIL_FROM, ${sender}, or one above it`)

  const key = readKey(keyFile)
  if (key.asymmetricKeyType !== 'rsa' || key.asymmetricKeyDetails!.modulusLength! < MIN_BITS)
    throw new StartupError(`DKIM_KEY_FILE: use an RSA key of 2048 bits, or at least ${MIN_BITS}`)
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }) as string
  return { domainName: signer, keySelector: selector, privateKey }
}

function readKey(path: string): KeyObject {
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartupError(`DKIM_KEY_FILE: the file cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    return createPrivateKey(pem)
  } catch {
    throw new StartupError('DKIM_KEY_FILE: the file holds no private key in PEM, or one with a passphrase')
  }
}
