import { type Kysely, sql } from 'kysely'
import { runSql } from '../migrations.ts'

/** Keys of other programs, and which key made or changed a booking. Can be repeated. */
export async function up(db: Kysely<unknown>) {
  await db.transaction().execute(async (db) => {
    await sql`set local lock_timeout = '2s'`.execute(db)
    await runSql(db, COLUMNS)
  })
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('api_keys') is not null as exists`.execute(db)
  if (!rows[0]!.exists) await db.transaction().execute((db) => runSql(db, TABLES))
}

const COLUMNS = `
-- The name of the API key with which it was done, if any; the user is the one who made the key.
alter table bookings add column if not exists created_by_key text;
alter table booking_history add column if not exists api_key text;
`

const TABLES = `
create table api_keys (
  tenant_id       bigint not null references tenants (id),
  id              bigint generated always as identity,
  name            text not null check (length(name) between 1 and 60),
  rights          text[] not null check (cardinality(rights) > 0 and rights <@ '{read,book,customers}'),
  key_hash        bytea not null,
  last_characters text not null check (length(last_characters) = 4),
  created_by      bigint not null,
  created_at      timestamptz not null,
  last_used_at    timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, key_hash),
  foreign key (tenant_id, created_by) references users (tenant_id, id) on delete cascade
);
create index api_keys_of_user on api_keys (tenant_id, created_by);
call system.isolate_tenants('api_keys');
grant select, insert, update, delete on api_keys to prenoto_app;

-- A key acts for its administrator, and ends with them.
create function revoke_api_keys() returns trigger
language plpgsql as $$
begin
  delete from api_keys where tenant_id = new.tenant_id and created_by = new.id;
  return null;
end
$$;
create trigger revoke_api_keys after update on users
  for each row
  when (new.is_disabled or new.deleted_at is not null or new.role <> 'admin')
  execute function revoke_api_keys();
`
