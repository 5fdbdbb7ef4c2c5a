-- What customers should do before a visit; '' is nothing.
alter table services add column preparation text not null default '';
