import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { findMailboxOwner } from '../mailbox-owner.ts'

const server = await sharedServer()

async function newCustomers(here: TestTenant, people: { name: string; email: string }[]) {
  const customers = await here.db
    .insertInto('customers')
    .values(
      people.map((person, i) => ({
        ...person,
        tenant_id: here.id,
        identity: `${i} ${person.email}`,
        surname: 'Verdi',
        telephone: '333',
      })),
    )
    .returning('id')
    .execute()
  return customers.map(({ id }) => id)
}

test.for([
  ['giulia@example.it', ' GIULIA+x@Example.it '],
  ['g.verdi@gmail.com', '.G.V.erdi+a.b@Gmail.com'],
  ["o'neil_%50\\x@example.it", "O'NEIL_%50\\X+n@example.it"],
  ['perché-noi$^@città.example', 'PERCHÉ-noi$^@CITTÀ.example'],
] as const)('finds both spellings of %j and no other mailbox', async ([email, other]) => {
  const here = await server.newTenant()
  const [first, second] = await newCustomers(
    here,
    [email, other, `x${email}`, `${email}x`].map((email) => ({ email, name: 'Giulia' })),
  )
  expect((await findMailboxOwner(here.ctx(), first!)).ids).toEqual([first, second])
})

test('people without e-mail share a mailbox only if they have the same telephone', async () => {
  const here = await server.newTenant()
  const nowhere = ['333', 'nessuna'].map((box) => `${box}@senza-email.invalid`)
  const ids = await newCustomers(
    here,
    nowhere.flatMap((email) => ['Giulia', 'Marco'].map((name) => ({ name, email }))),
  )
  const others = ids.map(async (id) => (await findMailboxOwner(here.ctx(), id)).others.map(({ name }) => name))
  expect(await Promise.all(others)).toEqual([['Marco'], ['Giulia'], [], []])
})
