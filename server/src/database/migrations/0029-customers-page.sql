-- Step by step: indexes of a large table are built beside the work of others, and references looked through likewise.

-- What the staff notes of a customer, and from whom visitors' bookings are not taken: by which mailboxes and telephone numbers
-- they are known. A double that was merged stays under its identity and says who that is now, so that it does not come back;
-- as an erased one it is nobody of its own any more.
alter table customers
  add column if not exists version integer not null default 1,
  add column if not exists notes text not null default '',
  add column if not exists blocked_at timestamptz,
  add column if not exists blocked_by bigint,
  add column if not exists blocked_as text[],
  add column if not exists merged_into bigint,
  drop constraint if exists customers_blocked_by,
  add constraint customers_blocked_by foreign key (tenant_id, blocked_by) references users (tenant_id, id) not valid,
  drop constraint if exists customers_merged_into,
  add constraint customers_merged_into foreign key (tenant_id, merged_into) references customers (tenant_id, id) not valid;

alter table customers validate constraint customers_blocked_by;

alter table customers validate constraint customers_merged_into;

drop index concurrently if exists customers_blocked;

create index concurrently customers_blocked on customers (tenant_id) where blocked_at is not null;

drop index concurrently if exists customers_merged;

create index concurrently customers_merged on customers (tenant_id, merged_into) where merged_into is not null;

-- A booking, which touches the telephone alone, neither raises the version nor announces anything.
create or replace trigger raise_version before update of notes, blocked_at, merged_into, erased_at on customers
  for each row when (old.* is distinct from new.*) execute function raise_version();

create or replace trigger announce_record after update of notes, blocked_at, merged_into, erased_at on customers
  for each row when (old.* is distinct from new.*) execute function announce_record();
