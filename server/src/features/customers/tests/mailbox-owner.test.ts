import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { findMailboxOwner } from '../mailbox-owner.ts'

const server = await sharedServer()

test.for([
  ['giulia@example.it', ' GIULIA+x@Example.it '],
  ['g.verdi@gmail.com', '.G.V.erdi+a.b@Gmail.com'],
  ["o'neil_%50\\x@example.it", "O'NEIL_%50\\X+n@example.it"],
  ['perché-noi$^@città.example', 'PERCHÉ-noi$^@CITTÀ.example'],
] as const)('finds both spellings of %j and no other mailbox', async ([email, other]) => {
  const here = await server.newTenant()
  const people = [email, other, `x${email}`, `${email}x`]
  const customers = await here.db
    .insertInto('customers')
    .values(
      people.map((email, i) => ({
        tenant_id: here.id,
        identity: `${i} ${email}`,
        name: 'Giulia',
        surname: 'Verdi',
        email,
        telephone: '333',
      })),
    )
    .returning('id')
    .execute()
  const [first, second] = customers.map(({ id }) => id)
  expect((await findMailboxOwner(here.ctx(), first!)).ids).toEqual([first, second])
})
