import { type Kysely, sql } from 'kysely'
import { runSql } from '../migrations.ts'

/** Proposals of several held hours to a customer. Can be repeated. */
export async function up(db: Kysely<unknown>) {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('proposals') is not null as exists`.execute(db)
  if (!rows[0]!.exists) await db.transaction().execute((db) => runSql(db, TABLES))
  // Apart, since the check of all rows needs no lock against writes.
  await sql`alter table messages validate constraint messages_kind`.execute(db)
}

const TABLES = `
create table proposals (
  tenant_id   bigint not null references tenants (id),
  id          bigint generated always as identity,
  hidden_id   text not null check (length(hidden_id) >= 22),
  customer_id bigint not null,
  -- As in bookings.
  service_id  bigint not null,
  services    jsonb,
  created_at  timestamptz not null,
  ended_at    timestamptz,
  ending      text check (ending in ('booked', 'withdrawn')),
  booking_id  bigint,
  primary key (tenant_id, id),
  unique (tenant_id, hidden_id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  check ((ended_at is null) = (ending is null)),
  check ((booking_id is not null) = (ending is not null and ending = 'booked'))
);
create index proposals_of_customer on proposals (tenant_id, customer_id);
call system.isolate_tenants('proposals');
grant select, insert, update, delete on proposals to prenoto_app;

-- The held hours of a proposal, beside those of bookings and of the waiting list.
alter table slot_holds add column proposal_id bigint;
alter table slot_holds add foreign key (tenant_id, proposal_id) references proposals (tenant_id, id) on delete cascade;
create index slot_holds_of_proposal on slot_holds (tenant_id, proposal_id) where proposal_id is not null;
do $$
declare
  replaced record;
begin
  for replaced in
    select conname from pg_constraint
    where conrelid = 'slot_holds'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%entry_id%'
  loop
    execute format('alter table slot_holds drop constraint %I', replaced.conname);
  end loop;
end
$$;
alter table slot_holds add constraint slot_holds_owner check (num_nonnulls(booking_id, entry_id, proposal_id) = 1);
alter table slot_holds add constraint slot_holds_hour
  check ((entry_id is not null or proposal_id is not null or is_previous) = (visit_hour is not null));

alter table messages drop constraint messages_kind;
alter table messages add constraint messages_kind check (kind in (
  'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'rescheduled-booking', 'cancelled-booking',
  'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts',
  'new-device', 'waiting-joined', 'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation',
  'second-factor-added', 'second-factor-removed', 'second-factor-reset', 'recovery-code-used', 'intruder-locked-out',
  'my-bookings', 'business-email-changed', 'administrator-appointed', 'after-visit', 'proposal'
)) not valid;
`
