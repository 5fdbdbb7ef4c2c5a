-- Second factors of users: an authenticator app, passkeys and recovery codes.

create table totp_factors (
  tenant_id      bigint not null references tenants (id),
  user_id        bigint not null,
  -- Encrypted with the installation's secret key.
  secret         bytea not null,
  created_at     timestamptz not null default now(),
  -- Null until a code has confirmed it; only then does it count.
  confirmed_at   timestamptz,
  -- The period of 30 seconds of the last accepted code: neither it nor an earlier one is accepted again.
  last_used_step bigint not null default 0,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

create table passkeys (
  tenant_id     bigint not null references tenants (id),
  id            bigint generated always as identity,
  user_id       bigint not null,
  name          text not null,
  -- The only domain on which browsers offer it.
  domain        text not null,
  credential_id text not null,
  public_key    bytea not null,
  -- Uses as the authenticator counts them; 0 if it does not count.
  counter       bigint not null,
  transports    text[] not null,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, credential_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index passkeys_user on passkeys (tenant_id, user_id);

-- Single-use codes for a user without their app and passkeys; a used code is deleted.
create table recovery_codes (
  tenant_id  bigint not null references tenants (id),
  user_id    bigint not null,
  -- SHA-256 of the code's 80 random bits.
  code_hash  bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- Challenges that a passkey signs; deleted when used.
create table passkey_challenges (
  tenant_id  bigint not null references tenants (id),
  challenge  text not null,
  user_id    bigint not null,
  purpose    text not null check (purpose in ('registration', 'log-in')),
  domain     text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, challenge),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index passkey_challenges_user on passkey_challenges (tenant_id, user_id);

-- Log-ins that wait for the second factor, after the password or a password link.
create table log_in_challenges (
  tenant_id   bigint not null references tenants (id),
  -- SHA-256 of the token.
  token_hash  bytea not null,
  user_id     bigint not null,
  -- The browser or network address that may answer.
  device_hash bytea not null,
  -- Tried codes and passkeys.
  attempts    integer not null default 0,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index log_in_challenges_user on log_in_challenges (tenant_id, user_id);

-- A business with a row requires a second factor of all its users.
create table second_factor_requirements (
  tenant_id   bigint not null references tenants (id),
  required_at timestamptz not null default now(),
  primary key (tenant_id)
);

call system.isolate_tenants('totp_factors');
call system.isolate_tenants('passkeys');
call system.isolate_tenants('recovery_codes');
call system.isolate_tenants('passkey_challenges');
call system.isolate_tenants('log_in_challenges');
call system.isolate_tenants('second_factor_requirements');
grant select, insert, update, delete on totp_factors, passkeys, recovery_codes, passkey_challenges, log_in_challenges,
  second_factor_requirements to prenoto_app;

alter table messages drop constraint messages_kind;
alter table messages add constraint messages_kind check (kind in (
  'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'rescheduled-booking', 'cancelled-booking',
  'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts',
  'new-device', 'waiting-joined', 'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation',
  'second-factor-added', 'second-factor-removed', 'second-factor-reset', 'recovery-code-used'
));
