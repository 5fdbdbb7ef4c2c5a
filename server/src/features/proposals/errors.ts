import { conflict, notFound } from '../../lib/errors.ts'

export const ProposalNotFound = notFound('Questa proposta non c’è più.')

export const ProposedCustomerNotFound = notFound('Il cliente richiesto non esiste.')

/** The hour is no longer held, or the proposal was withdrawn. */
export const ProposalEnded = conflict('Questo orario non è più tenuto per te.')
