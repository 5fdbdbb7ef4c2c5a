-- Requests for a link to 'Le mie prenotazioni'. The e-mail's job finds the customer, so that a request takes the same time for
-- every address, and then forgets the address.
create table visitor_link_requests (
  tenant_id   bigint not null references tenants (id),
  id          bigint generated always as identity,
  address     text,
  customer_id bigint,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade
);
create index visitor_link_requests_customer on visitor_link_requests (tenant_id, customer_id);

-- Links in e-mails and remembered devices. They show the bookings of the customer's mailbox.
create table visitor_tokens (
  tenant_id   bigint not null references tenants (id),
  token_hash  bytea not null,
  customer_id bigint not null,
  is_device   boolean not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade
);
create index visitor_tokens_customer on visitor_tokens (tenant_id, customer_id);

call system.isolate_tenants('visitor_link_requests');
call system.isolate_tenants('visitor_tokens');
grant select, insert, update, delete on visitor_link_requests, visitor_tokens to prenoto_app;

alter table messages drop constraint messages_kind, add constraint messages_kind check (kind in (
  'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'rescheduled-booking', 'cancelled-booking',
  'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts',
  'new-device', 'waiting-joined', 'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation',
  'second-factor-added', 'second-factor-removed', 'second-factor-reset', 'recovery-code-used', 'intruder-locked-out',
  'my-bookings'
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
  delete from public.visitor_link_requests where created_at <= asked_at - interval '1 day';
  -- An address that is not confirmed still needs the previous one: see session/change-email.ts.
  delete from public.previous_emails f using public.users u
    where u.tenant_id = f.tenant_id and u.id = f.user_id and f.reserved_until <= asked_at
      and (u.is_email_confirmed or u.deleted_at is not null);
  -- Rows in use are locked in another order; they are left for the next time.
  delete from public.visitor_tokens where (tenant_id, token_hash) in (
    select tenant_id, token_hash from public.visitor_tokens where expires_at <= asked_at for update skip locked
  );
  delete from public.known_devices where (tenant_id, user_id, device_hash) in (
    select tenant_id, user_id, device_hash from public.known_devices
    where last_used_at <= asked_at - interval '90 days' for update skip locked
  );
  delete from system.recipients where (tenant_id, mailbox) in (
    select tenant_id, mailbox from system.recipients where until <= now() for update skip locked
  );
end
$$;
