import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { type ComparableName, isSimilarName, toComparableName } from '@prenoto/core/customers/match-reasons.ts'
import { withEmail } from '@prenoto/core/imports/import-person.ts'
import { inTurns } from '../../lib/in-turns.ts'
import type { Context } from '../../tenants/context.ts'
import { contactKeys } from '../bookings/repositories/blocked-customers.repository.ts'
import { listKnownAfter } from './imported-records.repository.ts'

type Person = { name: string; surname: string; email: string; telephone: string }

/** People with one contact that are compared by name; a contact of more people says little about one of them. */
const MAX_COMPARED = 20

export const toIdentity = (person: Person) => customerIdentity(withEmail(person))

const nameKey = (person: Person) => customerIdentity({ ...person, email: '' })

/** People by identity, contact and name. */
export function personIndex<P extends Person>() {
  const byIdentity = new Map<string, P>()
  const byContact = new Map<string, P[]>()
  const names = new WeakMap<P, ComparableName>()
  const byName = new Map<string, P[]>()
  return {
    add(person: P, identity = toIdentity(person)) {
      byIdentity.set(identity, person)
      for (const key of contactKeys(person)) {
        const others = byContact.getOrInsert(key, [])
        if (others.length < MAX_COMPARED) others.push(person)
      }
      byName.getOrInsert(nameKey(person), []).push(person)
    },
    /**
     * The same person: the same identity, or the same contact and a similar name. `isShared`: the contact belongs to somebody
     * with another name.
     */
    find(person: Person): { same?: P; isShared: boolean } {
      const samePerson = byIdentity.get(toIdentity(person))
      if (samePerson) return { same: samePerson, isShared: false }
      const others = new Set(contactKeys(person).flatMap((key) => byContact.get(key) ?? []))
      if (others.size === 0) return { isShared: false }
      const name = toComparableName(person)
      const same = [...others].find((other) => isSimilarName(names.getOrInsertComputed(other, toComparableName), name))
      return { ...(same && { same }), isShared: !same }
    },
    /** Everybody with this full name. */
    named: (person: Person) => byName.get(nameKey(person)) ?? [],
  }
}

/** Customers per query; parsing a longer answer blocks the event loop. */
const PAGE_SIZE = 500

/** All customers of the business, for the check of a file. */
export async function readCustomerDirectory(ctx: Context) {
  const index = personIndex<Awaited<ReturnType<typeof listKnownAfter>>[number]>()
  for (let after = 0; ; ) {
    const page = await listKnownAfter(ctx, after, PAGE_SIZE)
    for await (const customer of inTurns(page)) index.add(customer, customer.identity)
    if (page.length < PAGE_SIZE) return index
    after = page.at(-1)!.id
  }
}

export type CustomerDirectory = Awaited<ReturnType<typeof readCustomerDirectory>>
