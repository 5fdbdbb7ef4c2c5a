-- Secrets that all processes of the installation share.
create table system.secrets (
  name   text primary key,
  secret text not null
);
insert into system.secrets (name, secret)
values ('proof-of-work', encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid() || gen_random_uuid(), 'UTF8')), 'hex'));
grant select on system.secrets to prenoto_app;

-- The column `bookings` counts e-mails. Rows of telephone numbers have the hash of the number as `mailbox`.
alter table system.recipients add column new_bookings integer not null default 0;
