-- Weeks that alternate: of up to four, the first applies in the week of the Monday `rota_from`.
alter table calendars
  add column rota_from date check (extract(isodow from rota_from) = 1),
  drop constraint calendars_weeks_check,
  add constraint calendars_weeks check (jsonb_typeof(weeks) = 'array' and jsonb_array_length(weeks) between 1 and 4),
  add constraint calendars_rota check (jsonb_array_length(weeks) = 1 or rota_from is not null);
