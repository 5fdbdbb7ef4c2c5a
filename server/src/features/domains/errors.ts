import { Conflict, type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'
import { shownDomain } from '../../tenants/domain-name.ts'
import type { DomainProblem } from './check-domain.ts'

export class InvalidDomain extends InvalidField {}
export class ReservedDomain extends InvalidField {}

/** The domain belongs to another business, which the text does not name. */
export class DomainTaken extends InvalidField {}
export class DomainAlreadyAdded extends InvalidField {}
export class DomainNotFound extends NotFound {}

/** The provider has not set PUBLIC_ADDRESSES. */
export class OwnDomainsOff extends Conflict {}
export class DomainLimitReached extends Conflict {}
export class DomainNotVerified extends Conflict<{ domain: string; problems: DomainProblem[] }> {}
export class CanonicalDomain extends Conflict {}
export class ProvidedDomain extends Conflict {}

/** Addresses in one sentence; a zone may have hundreds. */
const MAX_LISTED = 3
const listOf = new Intl.ListFormat('it')
const shownAddresses = (addresses: string[]) =>
  addresses.length === 0 ? 'un indirizzo privato' : listOf.format(addresses.slice(0, MAX_LISTED))

function sentenceOf(domain: string, problem: DomainProblem): string {
  const name = shownDomain(domain)
  switch (problem.kind) {
    case 'timeout':
      return 'Il DNS non ha risposto in tempo: riprova tra qualche minuto.'
    case 'unreachable':
      return 'In questo momento non riusciamo a leggere il DNS: riprova tra qualche minuto.'
    case 'broken':
      return `Il DNS di ${name} risponde con un errore: chiedi a chi gestisce il dominio.`
    case 'no-address':
      return `${name} non ha ancora un indirizzo pubblico: aggiungi i record qui sopra. Se l’hai appena fatto, può volerci qualche ora.`
    case 'wrong-address':
      return `${name} porta a ${shownAddresses(problem.found)} e non qui: correggi il record.`
    case 'other-addresses':
      return `${name} porta qui, ma anche a ${shownAddresses(problem.found)}: togli i record in più.`
    case 'no-token':
      return `Manca il record TXT ${problem.name}.`
    case 'wrong-token':
      return `Il record TXT ${problem.name} ha un valore diverso da quello indicato.`
  }
}

export const domainErrors: ErrorTexts = new Map([
  errorText(InvalidDomain, 'Scrivi un dominio, per esempio www.tuosalone.it.'),
  errorText(ReservedDomain, 'Questo nome non si può usare: scrivi un dominio tuo, per esempio www.tuosalone.it.'),
  errorText(DomainTaken, 'Questo dominio non si può aggiungere. Se è tuo, scrivi all’assistenza.'),
  errorText(DomainAlreadyAdded, 'Questo dominio è già tra i tuoi.'),
  errorText(DomainNotFound, 'Questo dominio non è tra i tuoi.'),
  errorText(OwnDomainsOff, 'Per usare un dominio tuo scrivi all’assistenza.'),
  errorText(DomainLimitReached, 'Hai già dieci domini: togline uno che non usi più.'),
  errorText(DomainNotVerified, ({ data: { domain, problems } }) =>
    problems.map((problem) => sentenceOf(domain, problem)).join(' '),
  ),
  errorText(CanonicalDomain, 'È il dominio principale: prima scegline un altro.'),
  errorText(ProvidedDomain, 'Questo dominio è dell’assistenza: per toglierlo scrivi a loro.'),
])
