-- Pauses within the opening hours: an array of {weekdays, from, to}.
alter table calendars add column pauses jsonb not null default '[]' check (jsonb_typeof(pauses) = 'array');

-- Hours that replace a calendar's usual week from one day to another; `windows` is an array of {weekdays, from, to}. Those of one
-- calendar do not overlap.
create table changed_hours (
  tenant_id       bigint not null references tenants (id),
  id              bigint generated always as identity,
  calendar_id     bigint not null,
  day_from        date not null,
  day_to          date not null check (day_to >= day_from),
  windows         jsonb not null check (jsonb_typeof(windows) = 'array'),
  reason          text not null,
  idempotency_key text,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  deleted_by      bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id)
);
create index changed_hours_calendar on changed_hours (tenant_id, calendar_id, day_to) where deleted_at is null;
create unique index changed_hours_idempotency_key on changed_hours (tenant_id, idempotency_key);

create trigger increment_revision after insert or update or delete on changed_hours
  for each row execute function increment_revision();
create trigger increment_version before update on changed_hours
  for each row when (old.* is distinct from new.*) execute function increment_version();
create trigger notify_record_created after insert on changed_hours
  for each row execute function notify_record_changed();
create trigger notify_record_changed after update on changed_hours
  for each row when (old.* is distinct from new.*) execute function notify_record_changed();

call system.isolate_tenants('changed_hours');
grant select, insert, update on changed_hours to prenoto_app;
