-- Step by step: the check of a large table is widened in a moment and looked through beside the work of others.
-- Until so many hours before a visit its customer may move or cancel it; 0: until it begins.
alter table configurations
  add column if not exists app_change_hours_notice integer not null default 0 check (app_change_hours_notice >= 0);

-- The business reads of a visit that its customer has moved.
alter table messages
  drop constraint if exists messages_kind,
  add constraint messages_kind check (kind in (
    'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'moved-booking', 'cancelled-booking',
    'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts'
  )) not valid;

alter table messages validate constraint messages_kind;
