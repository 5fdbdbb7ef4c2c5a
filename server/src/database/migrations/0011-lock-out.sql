-- A link about a new device belongs to its log-in: what the account got since then is undone with the link.
alter table new_device_log_ins
  -- Whether the log-in needed a second factor; unknown for earlier ones, which count as if it did.
  add had_second_factor boolean not null default true,
  -- The changes that the link undid, for the e-mail about it.
  add effects text[] not null default '{}';
alter table new_device_log_ins alter had_second_factor drop default;

alter table device_links add log_in_id bigint;
select set_config('app.provider', 'on', true);
update device_links l set log_in_id = (
  select max(d.id) from new_device_log_ins d
  where d.tenant_id = l.tenant_id and d.user_id = l.user_id and d.created_at <= l.created_at
);
delete from device_links where log_in_id is null;
select set_config('app.provider', '', true);
alter table device_links
  alter log_in_id set not null,
  add foreign key (tenant_id, log_in_id) references new_device_log_ins (tenant_id, id) on delete cascade;
create index device_links_log_in on device_links (tenant_id, log_in_id);

alter table messages drop constraint messages_kind, add constraint messages_kind check (kind in (
  'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'rescheduled-booking', 'cancelled-booking',
  'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts',
  'new-device', 'waiting-joined', 'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation',
  'second-factor-added', 'second-factor-removed', 'second-factor-reset', 'recovery-code-used', 'intruder-locked-out'
));
