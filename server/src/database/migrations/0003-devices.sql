-- Facts by which a user recognises their sessions, and the time of the last proof of identity.
alter table sessions
  add id         bigint generated always as identity,
  add user_agent text not null default '',
  -- IPv4 address or IPv6 /64 network of the log-in.
  add address    text not null default '',
  -- The user last gave their password in this session; sessions from before this column never did.
  add proved_at  timestamptz not null default to_timestamp(0),
  add unique (tenant_id, id);
alter table sessions alter proved_at set default now();

-- Open pages of an ended session stop at once: see features/notifications/event-hub.ts.
create function notify_session_ended() returns trigger
language plpgsql as $$
begin
  perform pg_notify(
    'prenoto_events',
    json_build_object('tenant', old.tenant_id, 'notifications', json_build_array(), 'session_user', old.user_id)::text
  );
  return null;
end
$$;
create trigger notify_session_ended after delete on sessions for each row execute function notify_session_ended();

-- Log-ins on devices that were new for their user, for the e-mails about them. They outlive their sessions.
create table new_device_log_ins (
  tenant_id  bigint not null references tenants (id),
  id         bigint generated always as identity,
  user_id    bigint not null,
  user_agent text not null,
  address    text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index new_device_log_ins_user on new_device_log_ins (tenant_id, user_id, created_at);

-- One-time links in these e-mails, which lock out an intruder.
create table device_links (
  tenant_id  bigint not null references tenants (id),
  token_hash bytea not null,
  user_id    bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index device_links_user on device_links (tenant_id, user_id);

call system.isolate_tenants('new_device_log_ins');
call system.isolate_tenants('device_links');
grant select, insert, update, delete on new_device_log_ins, device_links to prenoto_app;

alter table messages drop constraint messages_kind, add constraint messages_kind check (kind in (
  'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'rescheduled-booking', 'cancelled-booking',
  'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts', 'new-device',
  'waiting-joined', 'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation'
));

-- Deletes what has expired at all businesses; one process at a time.
create or replace function delete_expired(asked_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('delete_expired', 0)) then
    return;
  end if;
  perform set_config('app.provider', 'on', true);
  delete from public.password_links where expires_at <= asked_at;
  delete from public.email_links where expires_at <= asked_at;
  delete from public.device_links where expires_at <= asked_at;
  delete from public.new_device_log_ins where created_at <= asked_at - interval '7 days';
  -- An address that is not confirmed still needs the previous one: see session/change-email.ts.
  delete from public.previous_emails f using public.users u
    where u.tenant_id = f.tenant_id and u.id = f.user_id and f.reserved_until <= asked_at
      and (u.is_email_confirmed or u.deleted_at is not null);
  -- Rows in use are locked in another order; they are left for the next time.
  delete from public.known_devices where (tenant_id, user_id, device_hash) in (
    select tenant_id, user_id, device_hash from public.known_devices
    where last_used_at <= asked_at - interval '90 days' for update skip locked
  );
  delete from system.recipients where (tenant_id, mailbox) in (
    select tenant_id, mailbox from system.recipients where until <= now() for update skip locked
  );
end
$$;
