-- The backups of the installation, for metrics and for the nightly one.
create table system.backups (
  name        text primary key,
  place       text not null,
  -- The instant of its snapshot.
  made_at     timestamptz not null,
  -- When a restored copy was the same; null before.
  verified_at timestamptz
);
grant select on system.backups to prenoto_app;
