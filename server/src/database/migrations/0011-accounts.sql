-- Whether an e-mail address is known to be its user's. Whoever has chosen a password by now has read what came there.
alter table users add column is_email_confirmed boolean not null default true;
update users set is_email_confirmed = false where password_hash is null;

-- Whether a link went to its user's address: who uses it reads there. The provider's command line prints others.
alter table password_links add column is_mailed boolean not null default false;

-- The addresses that users had before the present one, as far as they were known to be theirs.
create table former_emails (
  tenant_id   bigint not null references tenants (id),
  id          bigint generated always as identity,
  user_id     bigint not null,
  email       text not null,
  replaced_at timestamptz not null default now(),
  -- Until then it can be taken back, and becomes nobody else's.
  kept_until  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index former_emails_user on former_emails (tenant_id, user_id, id);
create index former_emails_email on former_emails (tenant_id, lower(email));

-- One-time links about an e-mail address: to confirm it, or to take a former one back.
create table email_links (
  tenant_id       bigint not null references tenants (id),
  -- SHA-256 of the token in the link; the token itself is never stored.
  token_hash      bytea not null,
  user_id         bigint not null,
  email           text not null,
  -- What it takes back; null for one that confirms.
  former_email_id bigint,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, former_email_id) references former_emails (tenant_id, id) on delete cascade
);
create index email_links_user on email_links (tenant_id, user_id);
create index email_links_former_email on email_links (tenant_id, former_email_id);

-- Where users have logged in: whoever guesses passwords elsewhere does not keep them out there.
create table log_in_places (
  tenant_id    bigint not null references tenants (id),
  user_id      bigint not null,
  -- SHA-256 of what a browser calls itself, or of a network address.
  place_hash   bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (tenant_id, user_id, place_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

do $$
declare
  t text;
begin
  foreach t in array array['former_emails', 'email_links', 'log_in_places'] loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_tenant on %I to prenoto_app using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))',
      t
    );
    execute format('grant select, insert, update, delete on %I to prenoto_app', t);
    call system.hold_owner(t::regclass);
  end loop;
end
$$;

-- A calendar link is a password in an address: it goes with the password, whoever changes that, and with its user.
create function revoke_calendar_feed() returns trigger
language plpgsql as $$
begin
  delete from calendar_feeds where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end
$$;

create trigger revoke_calendar_feed after update on users
  for each row
  when (
    (old.password_hash, old.is_disabled, old.deleted_at)
    is distinct from (new.password_hash, new.is_disabled, new.deleted_at)
  )
  execute function revoke_calendar_feed();

-- To which mailboxes visitors have bookings confirmed, at one business and (as tenant 0) at all of them together.
create table system.recipients (
  tenant_id bigint not null,
  -- SHA-256 of the address.
  mailbox   bytea not null,
  bookings  integer not null,
  -- When it is counted from the beginning again.
  until     timestamptz not null,
  primary key (tenant_id, mailbox)
);
grant select, insert, update, delete on system.recipients to prenoto_app;

-- Forgets what is of no use to anybody any more, at all businesses at once, so with the owner's rights; one process at a time.
create function forget_expired(asked_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('forget_expired', 0)) then
    return;
  end if;
  perform set_config('app.provider', 'on', true);
  delete from public.password_links where expires_at <= asked_at;
  delete from public.email_links where expires_at <= asked_at;
  -- A new address that is not confirmed still needs the former one: see session/change-email.ts.
  delete from public.former_emails f using public.users u
    where u.tenant_id = f.tenant_id and u.id = f.user_id and f.kept_until <= asked_at
      and (u.is_email_confirmed or u.deleted_at is not null);
  -- Whoever is just using one of these has locked it, and several in an order of their own: they are left for the next time.
  delete from public.log_in_places where (tenant_id, user_id, place_hash) in (
    select tenant_id, user_id, place_hash from public.log_in_places
    where last_used_at <= asked_at - interval '90 days' for update skip locked
  );
  delete from system.recipients where (tenant_id, mailbox) in (
    select tenant_id, mailbox from system.recipients where until <= now() for update skip locked
  );
end
$$;

revoke execute on function forget_expired(timestamptz) from public;
grant execute on function forget_expired(timestamptz) to prenoto_app;
