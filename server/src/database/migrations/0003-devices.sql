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
