import { conflict, invalidField, notFound } from '../../lib/errors.ts'
import { shownDomain } from '../../tenants/domain-name.ts'
import type { DomainProblem } from './check-domain.ts'

export const InvalidDomain = invalidField('Scrivi un dominio, per esempio www.tuosalone.it.')
export const ReservedDomain = invalidField(
  'Questo nome non si può usare: scrivi un dominio tuo, per esempio www.tuosalone.it.',
)

/** The domain belongs to another business, which the text does not name. */
export const DomainTaken = invalidField('Questo dominio non si può aggiungere. Se è tuo, scrivi all’assistenza.')
export const DomainAlreadyAdded = invalidField('Questo dominio è già tra i tuoi.')
export const DomainNotFound = notFound('Questo dominio non è tra i tuoi.')

/** The provider has not set PUBLIC_ADDRESSES. */
export const OwnDomainsOff = conflict('Per usare un dominio tuo scrivi all’assistenza.')
export const DomainLimitReached = conflict('Hai già dieci domini: togline uno che non usi più.')
export const DomainNotVerified = conflict<{ domain: string; problems: DomainProblem[] }>(({ domain, problems }) =>
  problems.map((problem) => describeProblem(domain, problem)).join(' '),
)
export const CanonicalDomain = conflict('È il dominio principale: prima scegline un altro.')
export const ProvidedDomain = conflict('Questo dominio è dell’assistenza: per toglierlo scrivi a loro.')

/** Addresses in one sentence; a zone may have hundreds. */
const MAX_LISTED = 3
const listFormat = new Intl.ListFormat('it')
const shownAddresses = (addresses: string[]) =>
  addresses.length === 0 ? 'un indirizzo privato' : listFormat.format(addresses.slice(0, MAX_LISTED))

function describeProblem(domain: string, problem: DomainProblem): string {
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
