import { type BusyFeedFailure, busyFeedFailures, MAX_BUSY_FEEDS } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { conflict, invalidField, notFound } from '../../lib/errors.ts'

export const BusyFeedNotFound = notFound('Questo calendario esterno non esiste o è già stato tolto.')

/** The address was not read when it was added. */
export const BusyFeedUnreadable = invalidField<BusyFeedFailure>((failure) => busyFeedFailures[failure])

export const TooManyBusyFeeds = conflict(
  `Puoi aggiungere al massimo ${MAX_BUSY_FEEDS} calendari esterni: togline uno e riprova.`,
)
