-- Closures that were made for several calendars at once carry one sign; those that are the same in all else are shown as one.
alter table days_off
  add column group_id uuid,
  -- Whether it was made for all calendars: those that are added later are closed, too.
  add column of_all boolean not null default false;
create index days_off_of_group on days_off (tenant_id, group_id) where group_id is not null;

-- The day of the patron: of any year, it comes back each year.
alter table configurations add column patron_day date;

-- Open pages hear of closures that were made, too. Of those that one statement touches together one is told of: the first.
create function announce_closures() returns trigger
language plpgsql as $$
begin
  perform pg_notify(
    'prenoto_news',
    json_build_object(
      'tenant', tenant_id,
      'notifications', json_build_array(),
      'record', json_build_object('of', 'days_off', 'id', id, 'version', version)
    )::text
  )
  from (
    select distinct on (tenant_id, coalesce(group_id::text, id::text)) tenant_id, id, version
    from changed
    order by tenant_id, coalesce(group_id::text, id::text), id
  ) as first_ones;
  return null;
end
$$;

drop trigger announce_record on days_off;
create trigger announce_record after update on days_off referencing new table as changed
  for each statement execute function announce_closures();
create trigger announce_new_record after insert on days_off referencing new table as changed
  for each statement execute function announce_closures();

-- What is closed together is one change of the business.
create function raise_revision_once() returns trigger
language plpgsql as $$
begin
  update tenants set revision = revision + 1 where id in (select tenant_id from changed);
  return null;
end
$$;

drop trigger raise_revision on days_off;
create trigger raise_revision_by_insert after insert on days_off referencing new table as changed
  for each statement execute function raise_revision_once();
create trigger raise_revision_by_update after update on days_off referencing new table as changed
  for each statement execute function raise_revision_once();
create trigger raise_revision_by_delete after delete on days_off referencing old table as changed
  for each statement execute function raise_revision_once();
