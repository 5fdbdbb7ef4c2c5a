-- Taken for a thousand rows, each call of it was planned anew: that seemed cheaper than a plan for any domain.
alter function find_tenant_by_domain(text) rows 1;

-- Who changes a business or its domains has every process told as it commits, whatever becomes of it afterwards. What the
-- site shows besides bookings raises the revision, so that is announced, too. No booking changes any of this.
create function announce_tenant() returns trigger
language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('prenoto_tenants', coalesce(changed ->> 'tenant_id', changed ->> 'id'));
  return null;
end
$$;

create trigger announce_tenant after update of name, time_zone, suspended_at, revision on tenants
  for each row execute function announce_tenant();
create trigger announce_tenant after insert or update or delete on domains
  for each row execute function announce_tenant();
