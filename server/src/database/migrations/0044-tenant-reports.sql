-- What the provider's commands tell about each business; e-mails of the last 30 days. Dates are the database's, which may
-- differ from the business's around midnight. A statement computes only the columns that it selects.
create view system.tenant_reports with (security_invoker = on) as
select
  t.id, t.name, t.time_zone, t.created_at, t.signed_up_at, t.is_trusted as trusted, t.suspended_at,
  t.suspended_at is not null as suspended,
  p.paused_at,
  p.tenant_id is not null as paused,
  c.app_name as site_name,
  coalesce(c.app_primary_color, '') <> '' as set_up,
  array(select domain from domains d where d.tenant_id = t.id order by is_canonical desc, domain) as domains,
  array(
    select email from users u
    where u.tenant_id = t.id and u.role = 'admin' and not u.is_disabled and u.deleted_at is null order by id
  ) as administrators,
  (select count(*) from services s where s.tenant_id = t.id and s.deleted_at is null) as services,
  (select count(*) from bookings b where b.tenant_id = t.id and b.deleted_at is null) as bookings,
  (
    select count(*) from bookings b where b.tenant_id = t.id and b.deleted_at is null and b.visit_day > current_date
  ) as upcoming_visits,
  (select b.created_at from bookings b where b.tenant_id = t.id order by b.id desc limit 1) as last_booking_at,
  (select count(*) from customers r where r.tenant_id = t.id and r.erased_at is null) as customers,
  (select count(*) from users u where u.tenant_id = t.id and u.deleted_at is null) as users,
  (select count(*) from calendars r where r.tenant_id = t.id and r.deleted_at is null) as calendars,
  (select coalesce(round(sum(bytes) / 1e6, 1), 0)::float8 from uploads f where f.tenant_id = t.id) as upload_megabytes,
  (select max(last_used_at) from sessions s where s.tenant_id = t.id) as last_log_in,
  (
    select count(*) from messages m
    where m.tenant_id = t.id and m.created_at > now() - interval '30 days'
      and m.sent_at is null and m.drop_reason is null and m.refused_at is null
  ) as unsent_emails,
  (
    select count(*) from messages m
    where m.tenant_id = t.id and m.created_at > now() - interval '30 days' and m.refused_at is not null and m.sent_at is null
  ) as refused_emails
from tenants t
left join configurations c on c.tenant_id = t.id
left join system.paused_tenants p on p.tenant_id = t.id and (p.until is null or p.until > now());
