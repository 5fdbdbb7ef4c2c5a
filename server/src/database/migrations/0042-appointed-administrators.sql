-- Administrators are told by e-mail about a new one.
alter table messages drop constraint messages_kind, add constraint messages_kind check (kind in (
  'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'rescheduled-booking', 'cancelled-booking',
  'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts',
  'new-device', 'waiting-joined', 'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation',
  'second-factor-added', 'second-factor-removed', 'second-factor-reset', 'recovery-code-used', 'intruder-locked-out',
  'my-bookings', 'business-email-changed', 'administrator-appointed'
));
