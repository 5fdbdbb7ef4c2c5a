-- Pictures that visitors are shown: the cover of the business, and those of what it offers. '' is none.
alter table configurations add column app_cover text not null default '';
alter table services
  add column picture text not null default '',
  -- Under which heading a service stands in a long list.
  add column category text not null default '';

alter table uploads
  drop constraint uploads_purpose_check,
  add constraint uploads_purpose_check check (purpose in ('logo', 'photo', 'image', 'picture'));
