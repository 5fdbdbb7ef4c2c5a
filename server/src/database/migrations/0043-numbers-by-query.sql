do $migration$
begin
  drop trigger forget_numbers on bookings;
  drop trigger forget_numbers_of_change on bookings;
  drop function forget_numbers();
  drop function hold_numbers(bigint);
  drop table kept_numbers;

  -- Reports read both from the index alone.
  drop index bookings_cancelled;
  create index bookings_sums on bookings (tenant_id, visit_day)
    include (calendar_id, service_id, service_duration, service_price, outcome, deleted_at, starts_at);
  drop index bookings_customer;
  create index bookings_customer on bookings (tenant_id, customer_id, visit_day)
    include (id, starts_at, calendar_id, service_id, outcome, deleted_at);
end
$migration$;
