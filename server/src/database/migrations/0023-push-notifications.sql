-- Devices that receive push notifications. A subscription ends with the session in which it was made or renewed.
create table push_subscriptions (
  tenant_id  bigint not null references tenants (id),
  id         bigint generated always as identity,
  user_id    bigint not null,
  session_id bigint not null,
  -- The secret address at the browser's push service, and the keys to encrypt with, in base64url.
  endpoint   text not null,
  p256dh     text not null,
  auth       text not null,
  user_agent text not null,
  created_at timestamptz not null,
  -- When the push service last accepted a notification.
  sent_at    timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, endpoint),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index push_subscriptions_user on push_subscriptions (tenant_id, user_id);
create index push_subscriptions_session on push_subscriptions (tenant_id, session_id);

-- What a user's devices are told about; without a row, about everything.
create table push_preferences (
  tenant_id bigint not null references tenants (id),
  user_id   bigint not null,
  created   boolean not null,
  moved     boolean not null,
  cancelled boolean not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

call system.isolate_tenants('push_subscriptions');
call system.isolate_tenants('push_preferences');
grant select, insert, update, delete on push_subscriptions, push_preferences to prenoto_app;

-- The one pair of VAPID keys by which push services recognise the installation; the private one is encrypted.
create table system.push_keys (
  is_only     boolean primary key default true check (is_only),
  public_key  text not null,
  private_key bytea not null
);
grant select, insert on system.push_keys to prenoto_app;
