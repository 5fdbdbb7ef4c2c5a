-- Whether somebody who waits has let an offered place go; without it, its time has run out.
alter table held_places add column is_refused boolean not null default false;
