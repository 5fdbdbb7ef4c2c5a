-- Whoever changes a record says which version of it they saw: any change raises it, whatever makes it.
-- Bookings have had such a number from the beginning, their sequence.
alter table configurations add column version integer not null default 1;
alter table calendars add column version integer not null default 1;
alter table services add column version integer not null default 1;
alter table days_off add column version integer not null default 1;
alter table users add column version integer not null default 1;

create function raise_version() returns trigger
language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- Open forms hear of it as the change commits. No booking changes any of these.
create function announce_record() returns trigger
language plpgsql as $$
begin
  perform pg_notify(
    'prenoto_news',
    json_build_object(
      'tenant', new.tenant_id,
      'notifications', json_build_array(),
      'record', json_build_object('of', tg_table_name, 'id', to_jsonb(new) -> 'id', 'version', new.version)
    )::text
  );
  return null;
end
$$;

do $$
declare
  t text;
begin
  foreach t in array array['configurations', 'calendars', 'services', 'days_off', 'users'] loop
    execute format(
      'create trigger raise_version before update on %I for each row when (old.* is distinct from new.*) execute function raise_version()',
      t
    );
    execute format(
      'create trigger announce_record after update on %I for each row when (old.* is distinct from new.*) execute function announce_record()',
      t
    );
  end loop;
end
$$;
