-- A line about the person or room that visitors choose, shown beside the public name.
alter table calendars add column public_note text not null default '' check (length(public_note) <= 120);

-- The page of Google with the reviews of the business; '' shows no link.
alter table configurations add column app_google_reviews text not null default '';
