-- Step by step: the index of what was cancelled is built beside the work of others.

-- What a day that is over sums up to, for each of its calendars and each of its services. A day is summed up when somebody
-- asks for it first; whatever changes a booking that counts for it throws its sums away as it commits.
do $$
begin
  if exists (select from pg_tables where schemaname = 'public' and tablename = 'kept_numbers') then
    return;
  end if;
  create table kept_numbers (
    tenant_id bigint not null references tenants (id),
    day       date not null,
    sums      jsonb not null,
    primary key (tenant_id, day)
  );
  alter table kept_numbers enable row level security;
  create policy own_tenant on kept_numbers to prenoto_app
    using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
  grant select, insert, update, delete on kept_numbers to prenoto_app;
  call system.hold_owner('kept_numbers');
end
$$;

-- Whoever sums days up holds this until they are kept, so that no change slips in between.
create or replace function hold_numbers(tenant bigint) returns void
language sql
begin atomic
  select pg_advisory_xact_lock(hashtextextended('numbers', tenant));
end;

-- The day of the booking and, since they tell who came for the first time, the other days of its customers.
create or replace function forget_numbers() returns trigger
language plpgsql as $$
begin
  perform hold_numbers(new.tenant_id);
  if exists (select from kept_numbers where tenant_id = new.tenant_id) then
    delete from kept_numbers where tenant_id = new.tenant_id and day in (
      select new.visit_day
      union select old.visit_day
      union select visit_day from bookings where tenant_id = new.tenant_id and customer_id = new.customer_id
      union select visit_day from bookings where tenant_id = new.tenant_id and customer_id = old.customer_id
    );
  end if;
  return null;
end
$$;

-- Deferred: the lock is taken last, when nothing else is waited for any more. Days that are kept are over by the clock of the
-- database, too, so that whoever books for today or later pays for no more than this condition.
drop trigger if exists forget_numbers on bookings;

create constraint trigger forget_numbers after insert on bookings
  deferrable initially deferred for each row when (new.visit_day < current_date)
  execute function forget_numbers();

drop trigger if exists forget_numbers_of_change on bookings;

create constraint trigger forget_numbers_of_change after update on bookings
  deferrable initially deferred for each row when (
    least(old.visit_day, new.visit_day) < current_date
    and (old.visit_day, old.starts_at, old.calendar_id, old.service_id, old.customer_id, old.service_duration,
         old.service_price, old.outcome, old.deleted_at is null)
      is distinct from
        (new.visit_day, new.starts_at, new.calendar_id, new.service_id, new.customer_id, new.service_duration,
         new.service_price, new.outcome, new.deleted_at is null)
  )
  execute function forget_numbers();

drop index concurrently if exists bookings_cancelled;

create index concurrently bookings_cancelled on bookings (tenant_id, visit_day) where deleted_at is not null;
