-- The outbox: every e-mail there is cause for, once. It holds nobody's data: what a message tells of is read when it is
-- sent.
create table messages (
  tenant_id     bigint not null references tenants (id),
  id            bigint generated always as identity,
  -- Why it exists, for instance 'reminder:42:2026-12-01T09:00': a cause has one message.
  cause         text not null,
  kind          text not null,
  -- The booking, contact request or user it is about, by its kind: it may be gone when the message is sent.
  record_id     bigint not null,
  created_at    timestamptz not null default now(),
  -- Until then it belongs to whoever is sending it.
  claimed_until timestamptz,
  sent_at       timestamptz,
  -- Why it was not sent and never will be.
  dropped       text,
  primary key (tenant_id, id),
  unique (tenant_id, cause),
  check (sent_at is null or dropped is null)
);
create index messages_of_record on messages (tenant_id, record_id, kind);

alter table messages enable row level security;
create policy own_tenant on messages to prenoto_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on messages to prenoto_app;

-- The last day, on the wall of the business, whose reminders were planned.
alter table tenants add column reminders_planned_on date not null default '2000-01-01';

-- The businesses whose day of reminders has begun, at `from_time` on their wall, and was taken by nobody yet. Asked for
-- all of them at once, so with the owner's rights; a day is taken once, whoever asks at the same time.
create function take_days_of_reminders(asked_at timestamptz, from_time time)
returns table (tenant_id bigint)
language sql security definer set search_path = pg_catalog, public
as $$
  update public.tenants t
  set reminders_planned_on = (asked_at at time zone t.time_zone - from_time::interval)::date
  from public.configurations c
  where c.tenant_id = t.id and c.app_day_reminder > 0 and t.suspended_at is null
    and t.reminders_planned_on < (asked_at at time zone t.time_zone - from_time::interval)::date
  returning t.id
$$;

revoke execute on function take_days_of_reminders(timestamptz, time) from public;
grant execute on function take_days_of_reminders(timestamptz, time) to prenoto_app;

-- What became of the last day's messages, of all businesses together, for whoever watches over the installation.
create index messages_created on messages using brin (created_at);

create function count_messages()
returns table (kind text, outcome text, messages bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select m.kind, case when m.sent_at is not null then 'sent' when m.dropped is not null then 'dropped' else 'waiting' end,
         count(*)
  from public.messages m
  where m.created_at > now() - interval '1 day'
  group by 1, 2
$$;

revoke execute on function count_messages() from public;
grant execute on function count_messages() to prenoto_app;
