import * as z from 'zod/mini'
import { cleanLine } from '../fields/pasted-text.ts'

/** The name of a business below the provider's domain: 'salone-aurora' of salone-aurora.prenoto.example.it. */

const ADDRESS_LENGTH = { min: 3, max: 40 }

const decisive = (error: string) => ({ error, abort: true })

/** ASCII only, so that no name looks like another one; without double hyphens, which begin an IDN (xn--). */
export const businessAddress = z
  .string('Scrivi l’indirizzo.')
  .check(
    z.overwrite(cleanLine),
    z.toLowerCase(),
    z.minLength(1, decisive('Scrivi l’indirizzo.')),
    z.regex(/^[a-z0-9-]*$/, decisive('Usa solo lettere senza accenti, numeri e trattini.')),
    z.minLength(ADDRESS_LENGTH.min, decisive(`Usa almeno ${ADDRESS_LENGTH.min} caratteri.`)),
    z.maxLength(ADDRESS_LENGTH.max, decisive(`Usa al massimo ${ADDRESS_LENGTH.max} caratteri.`)),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Usa i trattini uno alla volta, tra lettere o numeri.'),
  )

/** 'Caffè & Bellezza' → 'caffe-bellezza'. Empty if nothing is left. */
export const suggestedAddress = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, ADDRESS_LENGTH.max)
    .replace(/^-|-$/g, '')

/** Names that e-mail, DNS and browsers give a meaning, or that look like a part of the provider's own site. */
const RESERVED = new Set(
  `
  www mail email posta webmail smtp imap pop pop3 mx autoconfig autodiscover mta-sts bimi ns dns ntp ftp sftp ssh vpn
  localhost broadcasthost wpad isatap proxy gateway router host server
  admin administrator amministratore amministrazione root system sistema security sicurezza abuse postmaster hostmaster
  webmaster noreply no-reply info contatti contatto assistenza supporto support help aiuto status stato
  api app assets static cdn img media files upload uploads download downloads internal public private
  test demo prova esempio example staging dev beta sandbox preview metrics grafana prometheus monitor
  account accesso accedi login logout signup sign-up registrazione registrati password sso oauth auth id
  pagamenti pagamento pay payment payments billing fatture fattura checkout shop negozio
  privacy terms termini condizioni legal legale cookie dpo blog news docs documentazione
  prenota prenotazioni prenotazione booking bookings calendario agenda embed widget
  `
    .trim()
    .split(/\s+/),
)

/** Names of servers with a number: ns1, mx2, smtp01, www3. */
const NUMBERED = /^(ns|mx|www|smtp|imap|pop|mail|dns|server|host|web|app|api|db)\d+$/

/** Whether an address is reserved. `provider`: its domain and its name; no address begins with either. */
export function isReservedAddress(address: string, provider: { domain: string; name: string }): boolean {
  const providerAddresses = [provider.domain.split('.')[0]!, suggestedAddress(provider.name)]
  return (
    RESERVED.has(address) ||
    NUMBERED.test(address) ||
    providerAddresses.some((name) => name !== '' && address.startsWith(name))
  )
}
