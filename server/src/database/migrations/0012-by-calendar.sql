-- What a service takes and costs on some of its calendars, where that differs.
alter table services
  add column by_calendar jsonb not null default '[]' check (jsonb_typeof(by_calendar) = 'array');
