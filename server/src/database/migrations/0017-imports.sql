-- Files of customers or future bookings that a business imports. Imports and their lines are deleted after some days.
create table imports (
  tenant_id         bigint not null references tenants (id),
  id                bigint generated always as identity,
  kind              text not null check (kind in ('customers', 'bookings')),
  state             text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone')),
  file_name         text not null,
  -- An array of {heading, sample, date_order}, and how the user reads the columns; null before the first check.
  columns           jsonb not null,
  options           jsonb,
  -- Names in the file that match no service or calendar.
  unknown_services  text[] not null default '{}',
  unknown_calendars text[] not null default '{}',
  -- Whether bookings are made in spite of conflicts.
  override          boolean not null default false,
  lines             integer not null,
  -- Lines that the running job has processed, and those that it has to.
  progress          integer not null default 0,
  progress_total    integer not null default 0,
  created_at        timestamptz not null,
  created_by        bigint not null,
  -- The user who started the present or last job.
  run_by            bigint not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, run_by) references users (tenant_id, id)
);
-- One import of a business runs at a time.
create unique index imports_running on imports (tenant_id) where state in ('importing', 'undoing');

create table import_lines (
  tenant_id       bigint not null references tenants (id),
  import_id       bigint not null,
  -- As a spreadsheet counts: the headings are line 1.
  line            integer not null,
  cells           text[] not null,
  -- Null before the first check.
  outcome         text,
  -- The place in the list: by outcome, then by line.
  place           integer not null default 0,
  reasons         text[] not null default '{}',
  -- The line that this one repeats.
  other_line      integer,
  customer_id     bigint,
  -- Whether the line has created that customer.
  is_new_customer boolean not null default false,
  booking_id      bigint,
  -- What the line has written: telephone and notes, and those before an update.
  written         jsonb,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete set null (customer_id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete set null (booking_id)
);
create index import_lines_in_order on import_lines (tenant_id, import_id, place);
create index import_lines_of_customer on import_lines (tenant_id, customer_id) where customer_id is not null;
create index import_lines_of_booking on import_lines (tenant_id, booking_id) where booking_id is not null;

-- An imported customer stays without bookings and notes.
alter table customers add column is_imported boolean not null default false;

call system.isolate_tenants('imports');
call system.isolate_tenants('import_lines');
grant select, insert, update, delete on imports, import_lines to prenoto_app;
