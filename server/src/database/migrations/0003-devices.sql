-- What a user needs to recognise their sessions, and the last time that they proved who they are.
alter table sessions
  add id         bigint generated always as identity,
  add user_agent text not null default '',
  -- IPv4 address or IPv6 /64 network of the log-in.
  add address    text not null default '',
  -- The user last gave their password in this session; sessions from before this column never did.
  add proved_at  timestamptz not null default to_timestamp(0),
  add unique (tenant_id, id);
alter table sessions alter proved_at set default now();
