-- A kind without a template would be tried for days: it is refused as it is written.
alter table messages add constraint messages_kind check (kind in (
  'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'cancelled-booking', 'contact-request',
  'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts'
));
