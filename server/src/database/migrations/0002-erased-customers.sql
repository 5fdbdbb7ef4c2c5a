-- A customer who asked to be forgotten: their row stays, without a name, for the bookings that point at it.
alter table customers
  add column erased_at timestamptz,
  add column erased_by bigint,
  add foreign key (tenant_id, erased_by) references users (tenant_id, id);

create index customers_in_order on customers (tenant_id, id) where erased_at is null;
