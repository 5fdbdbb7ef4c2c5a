import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StartupError } from '@prenoto/core/startup-error.ts'

/** With what e-mails are signed, as nodemailer takes it. */
export type DkimKey = { domainName: string; keySelector: string; privateKey: string }

/** As DKIM_SELECTOR, DKIM_KEY_FILE and DKIM_DOMAIN have them. */
type Wishes = { selector: string; keyFile: string; domain?: string }

/** Shorter keys are counted as none by those who receive (RFC 8301). */
const LEAST_BITS = 1024

/** Reads the key with which e-mails from an address are signed. Throws a StartupError that names the variable. */
export function readDkimKey({ selector, keyFile, domain }: Wishes, from: string): DkimKey {
  const sender = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  const signer = domain?.toLowerCase() ?? sender
  // Signed for another domain, an e-mail is as good as unsigned to DMARC.
  if (signer !== sender && !sender.endsWith(`.${signer}`))
    throw new StartupError(`DKIM_DOMAIN: use the domain of MAIL_FROM, ${sender}, or one above it`)

  const key = readKey(keyFile)
  if (key.asymmetricKeyType !== 'rsa' || key.asymmetricKeyDetails!.modulusLength! < LEAST_BITS)
    throw new StartupError(`DKIM_KEY_FILE: use an RSA key of 2048 bits, or at least ${LEAST_BITS}`)
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
    throw new StartupError('DKIM_KEY_FILE: the file holds no private key in PEM, or one that wants a passphrase')
  }
}
