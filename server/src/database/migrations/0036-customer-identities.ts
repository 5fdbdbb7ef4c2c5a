import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { type Kysely, sql } from 'kysely'

type IdentityRow = {
  tenant_id: string
  id: string
  identity: string
  name: string
  surname: string
  email: string
}

/** Rows of one statement. */
const BATCH = 1_000

/** Identities that ignore accents and apostrophes of a name. Two customers with one identity stay two. */
export async function up(db: Kysely<unknown>) {
  await renewIdentities(db, 'customers', sql`(erased_at is null or merged_into is not null)`, sql`true`)
  const isSameWait = sql`t.ended_at is null and other.service_id = t.service_id and other.visit_day = t.visit_day and other.ended_at is null`
  await renewIdentities(db, 'waiting_list_entries', sql`true`, isSameWait)
}

type Condition = ReturnType<typeof sql>

/** `clashes`: whether `other`, a row with the new identity of `t`, keeps `t` from taking it. */
async function renewIdentities(db: Kysely<unknown>, table: string, isConcerned: Condition, clashes: Condition) {
  for (let after = ['0', '0']; ; ) {
    const { rows } = await sql<IdentityRow>`
      select tenant_id::text, id::text, identity, name, surname, email from ${sql.table(table)} t
      where ${isConcerned} and (tenant_id, id) > (${after[0]}::bigint, ${after[1]}::bigint)
      order by t.tenant_id, t.id limit ${BATCH}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    for (const { tenant_id, id, identity, ...person } of rows) {
      const renewed = customerIdentity(person)
      if (renewed === identity) continue
      await sql`
        update ${sql.table(table)} t set identity = ${renewed}
        where tenant_id = ${tenant_id}::bigint and id = ${id}::bigint and not exists (
          select from ${sql.table(table)} other
          where other.tenant_id = t.tenant_id and other.identity = ${renewed} and other.id <> t.id and ${clashes})`.execute(
        db,
      )
    }
    after = [last.tenant_id, last.id]
  }
}
