-- WhatsApp and SMS. What a business has switched on, and what it has spent in a month; no row: nothing is switched on.
create table text_settings (
  tenant_id     bigint primary key references tenants (id),
  confirmations text not null default 'none' check (confirmations in ('none', 'whatsapp', 'sms', 'whatsapp_sms')),
  reminders     text not null default 'none' check (reminders in ('none', 'whatsapp', 'sms', 'whatsapp_sms')),
  -- The most that is spent in a month, in cents.
  cap_cents     integer not null check (cap_cents between 0 and 100000),
  -- The first day of the month that is counted.
  month         date not null,
  messages      integer not null default 0,
  spent_cents   numeric(12, 2) not null default 0
);
-- The booking form shows the consent to the channels.
create trigger increment_revision after insert or update of confirmations, reminders on text_settings
  for each row execute function increment_revision();

-- Numbers whose owner wants messages, '+393331234567'; a number without a row, or with one that is withdrawn, gets none.
create table text_consents (
  tenant_id    bigint not null references tenants (id),
  telephone    text not null,
  channels     text[] not null,
  -- Of the text of the consent.
  version      text not null,
  given_at     timestamptz not null,
  -- Null if the customer gave it.
  given_by     bigint,
  withdrawn_at timestamptz,
  primary key (tenant_id, telephone),
  foreign key (tenant_id, given_by) references users (tenant_id, id)
);

create table text_messages (
  tenant_id    bigint not null references tenants (id),
  id           bigint generated always as identity,
  booking_id   bigint not null,
  kind         text not null check (kind in ('confirmation', 'reminder')),
  -- The time of the visit that a reminder is about, '2026-12-01T09:00'.
  about        text not null default '',
  channel      text not null check (channel in ('whatsapp', 'sms')),
  state        text not null default 'waiting' check (state in (
    'waiting', 'sending', 'unknown', 'accepted', 'delivered', 'read', 'failed', 'dropped'
  )),
  -- Why it has failed or was dropped; a code, without personal data.
  reason       text,
  cost_cents   numeric(8, 2) not null default 0,
  created_at   timestamptz not null,
  changed_at   timestamptz not null,
  -- Lease of the worker that is sending it.
  leased_until timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, booking_id, kind, about, channel),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id)
);
create index text_messages_by_age on text_messages (tenant_id, created_at);

call system.isolate_tenants('text_settings');
call system.isolate_tenants('text_consents');
call system.isolate_tenants('text_messages');
grant select, insert, update, delete on text_settings, text_consents, text_messages to prenoto_app;

-- Withdraws the consents of a number at all businesses, after its owner has answered STOP.
create function withdraw_text_consents(number text, withdrawn timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  update public.text_consents set withdrawn_at = withdrawn where telephone = number and withdrawn_at is null;
end
$$;
revoke execute on function withdraw_text_consents(text, timestamptz) from public;
grant execute on function withdraw_text_consents(text, timestamptz) to prenoto_app;
create index text_consents_given on text_consents (telephone) where withdrawn_at is null;
