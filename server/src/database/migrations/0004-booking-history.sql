alter table bookings
  -- Grows with every change: calendar files and messages tell a newer state from an older one by it.
  add column sequence integer not null default 0,
  -- When its day and hour were chosen: as it was made, or as it was last moved.
  add column scheduled_at timestamptz;

update bookings set scheduled_at = coalesce(updated_at, created_at);

alter table bookings alter column scheduled_at set default now(), alter column scheduled_at set not null;
