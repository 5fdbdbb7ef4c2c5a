import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { mailboxOf, mailboxPattern } from '../../outbox/mailbox.ts'
import type { Context } from '../../tenants/context.ts'
import { listCustomersOfMailboxes, listNamesOf } from './customers.repository.ts'

type Named = { name: string; surname?: string; email: string }

/** The same for one person, however their mailbox and the case of their name are spelled. */
const keyOf = ({ name, surname = '', email }: Named) => customerIdentity({ name, surname, email: mailboxOf(email) })

/**
 * A customer as the owner of their mailboxes. Customers of the same name and mailbox are the same person: `ids` has all of them.
 * Other records of the mailbox are theirs too, unless they bear the name of another customer who shares it.
 */
export async function findMailboxOwner(ctx: Context, id: number) {
  const names = await listNamesOf(ctx, [id])
  const known = new Set(names.map(keyOf))
  const alike = await listCustomersOfMailboxes(ctx, patternsOf(names))
  const same = alike.filter((customer) => customer.id === customer.main_id && known.has(keyOf(customer)))
  const ids = [...new Set([id, ...same.map((customer) => customer.id)])].sort((one, other) => one - other)

  const own = await listNamesOf(ctx, ids)
  const patterns = patternsOf(own)
  const others = (await listCustomersOfMailboxes(ctx, patterns)).filter(({ main_id }) => !ids.includes(main_id))
  const ownKeys = new Set(own.map(keyOf))
  const otherKeys = new Set(others.map(keyOf))
  return {
    ids,
    /** Of the addresses of the mailboxes, for a query. */
    patterns,
    /** Other customers who share a mailbox. */
    others: others.filter((customer) => customer.id === customer.main_id),
    /** Whether a record that was written from one of the mailboxes is theirs. */
    owns: (record: Named) => ownKeys.has(keyOf(record)) || !otherKeys.has(keyOf(record)),
  }
}

export type MailboxOwner = Awaited<ReturnType<typeof findMailboxOwner>>

const patternsOf = (people: Named[]) => [...new Set(people.map(({ email }) => mailboxPattern(email)))]
