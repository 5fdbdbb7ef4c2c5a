-- The 28 times of a calendar and its pauses become one structure, a list of weeks, of which each calendar has one:
--   windows: [{weekdays, half, from, to}], the opening hours; a closing time of 00:00 means the end of the day
--   pauses:  [{weekdays, from, to}], taken out of the windows
alter table calendars
  add column weeks jsonb not null default '[{"windows": [], "pauses": []}]'
    check (jsonb_typeof(weeks) = 'array' and jsonb_array_length(weeks) = 1);

-- The hours stay the same, so versions and revisions do, too.
alter table calendars disable trigger user;
update calendars set weeks = jsonb_build_array(jsonb_build_object(
  'windows', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'weekdays', jsonb_build_array(number), 'half', half, 'from', left(times ->> (name || '_from'), 5),
          'to', left(times ->> (name || '_to'), 5)
        )
        order by number, half desc
      ),
      '[]'
    )
    from
      to_jsonb(calendars) as times,
      unnest(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
        with ordinality as days (day, number),
      unnest(array['morning', 'afternoon']) as half,
      concat(day, '_', half) as name
    where times ->> (name || '_from') is not null
  ),
  'pauses', pauses
));
alter table calendars enable trigger user;

do $$
declare
  day text;
  half text;
begin
  foreach day in array array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] loop
    foreach half in array array['morning', 'afternoon'] loop
      execute format('alter table calendars drop column %I, drop column %I', day || '_' || half || '_from', day || '_' || half || '_to');
    end loop;
  end loop;
end
$$;
alter table calendars drop column pauses;
