import { type Kysely, sql } from 'kysely'
import { runSql } from '../migrations.ts'

/** Reminders to come back, which customers ask for. Can be repeated. */
export async function up(db: Kysely<unknown>) {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('come_back_reminders') is not null as exists`.execute(db)
  if (!rows[0]!.exists) await db.transaction().execute((db) => runSql(db, TABLES))
  // Apart, since the check of all rows needs no lock against writes.
  await sql`alter table messages validate constraint messages_kind`.execute(db)
}

const TABLES = `
alter table configurations add column app_come_back boolean not null default false;

-- Until they are planned.
create table come_back_reminders (
  tenant_id  bigint not null references tenants (id),
  booking_id bigint not null,
  due_on     date not null,
  asked_at   timestamptz not null,
  primary key (tenant_id, booking_id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete cascade
);
create index come_back_reminders_due on come_back_reminders (tenant_id, due_on);
call system.isolate_tenants('come_back_reminders');
grant select, insert, update, delete on come_back_reminders to prenoto_app;

alter table messages drop constraint messages_kind;
alter table messages add constraint messages_kind check (kind in (
  'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'rescheduled-booking', 'cancelled-booking',
  'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts',
  'new-device', 'waiting-joined', 'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation',
  'second-factor-added', 'second-factor-removed', 'second-factor-reset', 'recovery-code-used', 'intruder-locked-out',
  'my-bookings', 'business-email-changed', 'administrator-appointed', 'after-visit', 'proposal', 'come-back'
)) not valid;

-- Takes the businesses whose messages of the day are due, at from_time local time; each day is taken once.
create or replace function claim_reminder_days(asked_at timestamptz, from_time time)
returns table (tenant_id bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    with due as (
      select t.id, (system.local_time(asked_at, t.time_zone) - from_time::interval)::date as day
      from public.tenants t join public.configurations c on c.tenant_id = t.id
      where (c.app_day_reminder > 0 or c.app_after_visit or c.app_come_back) and t.suspended_at is null
        and t.reminders_planned_on < (system.local_time(asked_at, t.time_zone) - from_time::interval)::date
      for no key update of t skip locked
    )
    update public.tenants t set reminders_planned_on = due.day from due where t.id = due.id
    returning t.id;
end
$$;
`
