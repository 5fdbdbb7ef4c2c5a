-- Closures, special openings and changed hours become one table: the dated exceptions of a calendar's opening hours.
--   closure:          closed from day_from and hour_from to day_to and hour_to; 23:59 means the end of the day
--   special_opening:  open in addition on one day; a closing time of 00:00 means the end of the day
--   changed_hours:    `windows`, an array of {weekdays, from, to}, replace the usual week; those of one calendar do not overlap
create table calendar_exceptions (
  tenant_id       bigint not null references tenants (id),
  id              bigint generated always as identity,
  calendar_id     bigint not null,
  kind            text not null check (kind in ('closure', 'special_opening', 'changed_hours')),
  day_from        date not null,
  hour_from       time,
  day_to          date not null,
  hour_to         time,
  windows         jsonb,
  reason          text not null,
  -- Shared by closures of several calendars that were saved together.
  batch_id        uuid,
  -- Whether it was made for all calendars, those added later included.
  of_all          boolean not null default false,
  -- Of a batch, the first row has the key.
  idempotency_key text,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  deleted_by      bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id),
  constraint calendar_exceptions_times check (
    case kind
      when 'changed_hours' then
        num_nonnulls(hour_from, hour_to) = 0 and windows is not null and jsonb_typeof(windows) = 'array'
          and day_to >= day_from
      when 'special_opening' then
        num_nulls(hour_from, hour_to) = 0 and windows is null and day_to = day_from
          and (hour_to > hour_from or hour_to = '00:00')
      else num_nulls(hour_from, hour_to) = 0 and windows is null and day_to + hour_to > day_from + hour_from
    end
  )
);
create index calendar_exceptions_calendar on calendar_exceptions (tenant_id, calendar_id, day_to) where deleted_at is null;
create index calendar_exceptions_of_days on calendar_exceptions (tenant_id, kind, day_to) where deleted_at is null;
create index calendar_exceptions_of_batch on calendar_exceptions (tenant_id, batch_id) where batch_id is not null;
-- For exceptions that can be restored.
create index calendar_exceptions_deleted on calendar_exceptions (tenant_id, deleted_at) where deleted_at is not null;
create unique index calendar_exceptions_idempotency_key on calendar_exceptions (tenant_id, idempotency_key);

lock table days_off, special_openings, changed_hours in access exclusive mode;

-- Closures keep their ids. The other two get new ones above all former ids, so that an old id names no other record.
select setval(
  'calendar_exceptions_id_seq',
  (
    select coalesce(max(id), 0) + 1
    from (
      select id from days_off union all select id from special_openings union all select id from changed_hours
    ) ids
  ),
  false
);
create temporary table moved on commit drop as
select tenant_id, 'special_opening' as kind, id, nextval('calendar_exceptions_id_seq') as new_id from special_openings
union all
select tenant_id, 'changed_hours', id, nextval('calendar_exceptions_id_seq') from changed_hours;

-- The keys of closures were part of `group_id` as a hash, so they are lost; a repeated request adds an equal closure.
insert into calendar_exceptions (
  tenant_id, id, calendar_id, kind, day_from, hour_from, day_to, hour_to, windows, reason, batch_id, of_all, idempotency_key,
  version, created_at, deleted_at, deleted_by
)
overriding system value
select
  tenant_id, id, calendar_id, 'closure', day_from, hour_from, day_to, hour_to, null::jsonb, reason, group_id, of_all, null::text,
  version, created_at, deleted_at, deleted_by
from days_off
union all
select
  tenant_id, new_id, calendar_id, kind, day, hour_from, day, hour_to, null::jsonb, reason, null::uuid, false, idempotency_key,
  version, created_at, deleted_at, deleted_by
from special_openings join moved using (tenant_id, id)
where kind = 'special_opening'
union all
select
  tenant_id, new_id, calendar_id, kind, day_from, null::time, day_to, null::time, windows, reason, null::uuid, false,
  case when not exists (
    select from special_openings o where o.tenant_id = h.tenant_id and o.idempotency_key = h.idempotency_key
  ) then idempotency_key end,
  version, created_at, deleted_at, deleted_by
from changed_hours h join moved using (tenant_id, id)
where kind = 'changed_hours';

update audit_entries set subject_id = new_id
from moved
where audit_entries.tenant_id = moved.tenant_id and subject_type = moved.kind and subject_id = moved.id;

drop table days_off, special_openings, changed_hours;
drop function notify_closures_changed();

create trigger increment_version before update on calendar_exceptions
  for each row when (old.* is distinct from new.*) execute function increment_version();
create trigger increment_revision_by_insert after insert on calendar_exceptions referencing new table as changed
  for each statement execute function increment_revisions();
create trigger increment_revision_by_update after update on calendar_exceptions referencing new table as changed
  for each statement execute function increment_revisions();
create trigger increment_revision_by_delete after delete on calendar_exceptions referencing old table as changed
  for each statement execute function increment_revisions();

-- Notifies of the first exception of each batch that one statement has changed. Open pages know the kinds by these names.
create function notify_exceptions_changed() returns trigger
language plpgsql as $$
begin
  perform pg_notify(
    'prenoto_events',
    json_build_object(
      'tenant', tenant_id,
      'notifications', json_build_array(),
      'record', json_build_object(
        'of', case kind when 'closure' then 'days_off' when 'special_opening' then 'special_openings' else kind end,
        'id', id,
        'version', version
      )
    )::text
  )
  from (
    select distinct on (tenant_id, coalesce(batch_id::text, id::text)) tenant_id, kind, id, version
    from changed
    order by tenant_id, coalesce(batch_id::text, id::text), id
  ) as first_ones;
  return null;
end
$$;
create trigger notify_record_created after insert on calendar_exceptions referencing new table as changed
  for each statement execute function notify_exceptions_changed();
create trigger notify_record_changed after update on calendar_exceptions referencing new table as changed
  for each statement execute function notify_exceptions_changed();

call system.isolate_tenants('calendar_exceptions');
grant select, insert, update on calendar_exceptions to prenoto_app;

-- Processes of the last release read and write the former tables, whose columns tell the kind.
create view days_off with (security_invoker = on) as
select
  tenant_id, id, calendar_id, day_from, hour_from, day_to, hour_to, reason, batch_id as group_id, of_all,
  version, created_at, deleted_at, deleted_by
from calendar_exceptions where kind = 'closure';
create view special_openings with (security_invoker = on) as
select
  tenant_id, id, calendar_id, day_from as day, hour_from, hour_to, reason, idempotency_key,
  version, created_at, deleted_at, deleted_by
from calendar_exceptions where kind = 'special_opening';
create view changed_hours with (security_invoker = on) as
select
  tenant_id, id, calendar_id, day_from, day_to, windows, reason, idempotency_key,
  version, created_at, deleted_at, deleted_by
from calendar_exceptions where kind = 'changed_hours';
grant select, insert, update on days_off, special_openings, changed_hours to prenoto_app;

create function complete_exception() returns trigger
language plpgsql as $$
begin
  new.kind := coalesce(
    new.kind,
    case when new.windows is not null then 'changed_hours' when new.day_to is null then 'special_opening' else 'closure' end
  );
  if new.kind = 'special_opening' then
    new.day_to := new.day_from;
  end if;
  return new;
end
$$;
create trigger complete_exception before insert or update on calendar_exceptions
  for each row execute function complete_exception();
