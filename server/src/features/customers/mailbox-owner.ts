import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { WITHOUT_EMAIL } from '@prenoto/core/fields/without-email.ts'
import { mailboxPattern, toMailbox } from '../../outbox/mailbox.ts'
import type { Context } from '../../tenants/context.ts'
import { listCustomersOfMailboxes, listNames } from './customers.repository.ts'

type Named = { name: string; surname?: string; email: string }

/** Equal for every spelling of the mailbox and the name of a person. */
const personKey = ({ name, surname = '', email }: Named) => customerIdentity({ name, surname, email: toMailbox(email) })

/**
 * The owner of a mailbox: all customers with the same name and mailbox count as one person. Other records of the mailbox
 * belong to the owner, too, unless they have the name of another customer who shares it.
 */
export async function findMailboxOwner(ctx: Context, id: number) {
  const names = await listNames(ctx, [id])
  const personKeys = new Set(names.map(personKey))
  const candidates = await listCustomersOfMailboxes(ctx, listMailboxes(names))
  const same = candidates.filter((customer) => customer.id === customer.main_id && personKeys.has(personKey(customer)))
  const ids = [...new Set([id, ...same.map((customer) => customer.id)])].sort((one, other) => one - other)

  // Other spellings of the mailbox may have duplicates with further addresses.
  const isAlone = ids.length === 1
  const ownNames = isAlone ? names : await listNames(ctx, ids)
  const all = isAlone ? candidates : await listCustomersOfMailboxes(ctx, listMailboxes(ownNames))
  const others = all.filter(({ main_id }) => !ids.includes(main_id))
  const ownKeys = new Set(ownNames.map(personKey))
  const otherKeys = new Set(others.map(personKey))
  return {
    ids,
    /** Patterns of the addresses of the mailboxes, for a query. */
    patterns: listMailboxes(ownNames).map(mailboxPattern),
    /** Other customers with the same mailbox. */
    others: others.filter((customer) => customer.id === customer.main_id),
    /** Whether a record with one of these mailboxes belongs to the owner. */
    owns: (record: Named) => ownKeys.has(personKey(record)) || !otherKeys.has(personKey(record)),
  }
}

export type MailboxOwner = Awaited<ReturnType<typeof findMailboxOwner>>

/** One address of each mailbox; the placeholder of people without e-mail and telephone is none. */
const listMailboxes = (people: Named[]) =>
  [...new Set(people.map(({ email }) => toMailbox(email)))].filter((address) => address !== WITHOUT_EMAIL)
