import type { TestServer } from './test-server.ts'

/** Creates a business with at least one row in every table. `userId` is a user with a second factor, which it requires. */
export async function populatedTenant(server: TestServer) {
  const business = await server.newTenant()
  const service = await business.newService({ processing_after: 20, processing_minutes: 20 })
  const { id: user } = await business.newUser()
  await business.newWaitingListEntry({ service_id: service.id })
  await business.newDayOff({
    calendar_id: service.calendar_id,
    day_from: '2026-12-24',
    hour_from: '00:00',
    day_to: '2026-12-26',
    hour_to: '23:59',
  })
  await business.book(service.id)
  const deleted = (await business.book(service.id, { visit_hour: '10:00' })).json()
  await (await business.as('operator')).delete(`/bookings/delete/${deleted.id}`)
  await business.post('/client/contact', {
    name: 'Giulia',
    email: 'giulia@example.it',
    phone: '3331234567',
    privacy: true,
  })
  await server.owner.query(
    `with session as (insert into sessions (tenant_id, token_hash, user_id) values ($1, 'x', $2) returning id),
          push as (insert into push_subscriptions
                     (tenant_id, user_id, session_id, endpoint, p256dh, auth, user_agent, created_at)
                   select $1, $2, id, 'x', 'x', 'x', '', now() from session),
          push_causes as (insert into push_preferences (tenant_id, user_id, created, moved, cancelled)
                          values ($1, $2, true, false, true)),
          link as (insert into password_links (tenant_id, token_hash, user_id, expires_at) values ($1, 'x', $2, now())),
          log_in as (insert into new_device_log_ins (tenant_id, user_id, user_agent, address, had_second_factor)
                     values ($1, $2, '', '', false) returning id),
          device_link as (insert into device_links (tenant_id, token_hash, user_id, log_in_id, expires_at)
                          select $1, 'x', $2, id, now() from log_in),
          previous as (insert into previous_emails (tenant_id, user_id, email, reserved_until)
                       values ($1, $2, 'x@example.it', now())),
          email_link as (insert into email_links (tenant_id, token_hash, user_id, email, expires_at)
                         values ($1, 'x', $2, 'x', now())),
          claim as (insert into domain_claims (tenant_id, domain, token) values ($1, 'x', 'x')),
          device as (insert into known_devices (tenant_id, device_hash, user_id) values ($1, 'x', $2)),
          other as (insert into calendars (tenant_id, name, "from") values ($1, 'Anna', '2026-01-01') returning id),
          opening as (insert into calendar_exceptions
                        (tenant_id, kind, calendar_id, day_from, hour_from, day_to, hour_to, reason)
                      select $1, 'special_opening', id, '2026-11-29', '09:00', '2026-11-29', '12:00', '' from other),
          changed as (insert into calendar_exceptions (tenant_id, kind, calendar_id, day_from, day_to, windows, reason)
                      select $1, 'changed_hours', id, '2026-11-30', '2026-12-04', '[]', '' from other),
          also as (insert into service_calendars (tenant_id, service_id, calendar_id) select $1, $3, id from other),
          totp as (insert into totp_factors (tenant_id, user_id, secret) values ($1, $2, 'x')),
          passkey as (insert into passkeys (tenant_id, user_id, name, domain, credential_id, public_key, counter, transports)
                      values ($1, $2, 'x', 'x', 'x', 'x', 0, '{}')),
          code as (insert into recovery_codes (tenant_id, user_id, code_hash) values ($1, $2, 'x')),
          signed as (insert into passkey_challenges (tenant_id, challenge, user_id, purpose, domain, expires_at)
                     values ($1, 'x', $2, 'log-in', 'x', now())),
          step as (insert into log_in_challenges (tenant_id, token_hash, user_id, device_hash, expires_at)
                   values ($1, 'x', $2, 'x', now())),
          rule as (insert into second_factor_requirements (tenant_id) values ($1)),
          webhook as (insert into webhooks (tenant_id, url, events, contacts, secret)
                      values ($1, 'https://till.example', '{booking.created}', false, 'x') returning id),
          delivery as (insert into webhook_deliveries (tenant_id, webhook_id, event, happened_at, data, next_attempt_at)
                       select $1, id, 'booking.created', now(), '{}', '2100-01-01' from webhook),
          api_key as (insert into api_keys (tenant_id, name, rights, key_hash, last_characters, created_by, created_at)
                      values ($1, 'Cassa', '{read}', 'x', 'abcd', $2, now())),
          feed as (insert into calendar_feeds (tenant_id, token_hash, user_id) values ($1, 'x', $2)),
          busy as (insert into busy_feeds
                     (tenant_id, calendar_id, name, host, address, address_hash, created_at, read_at, next_read_at)
                   select $1, id, 'x', 'x', 'x', 'x', now(), now(), now() + interval '1 year' from other),
          upload as (insert into uploads (tenant_id, storage_key, purpose, content_type, bytes)
                     values ($1, 'x', 'logo', 'image/png', 1)),
          privacy as (insert into privacy_texts (tenant_id, version, text) values ($1, 1, 't')),
          audit as (insert into audit_entries (tenant_id, happened_at, actor, action)
                    values ($1, now(), 'x', 'session.log_in')),
          customer as (select id from customers where tenant_id = $1 order by id limit 1),
          visitor as (insert into visitor_tokens (tenant_id, token_hash, customer_id, is_device, expires_at)
                      select $1, 'x', id, true, now() from customer),
          link_request as (insert into visitor_link_requests (tenant_id, address) values ($1, 'x')),
          consent as (insert into health_consents (tenant_id, customer_id, given_on, method, recorded_at, recorded_by)
                      select $1, id, '2026-11-21', 'paper', now(), $2 from customer),
          note as (insert into health_notes (tenant_id, customer_id, ciphertext, created_at, created_by)
                   select $1, id, 'x', now(), $2 from customer),
          document as (insert into health_documents
                         (tenant_id, customer_id, name, content_type, content, bytes, created_at, created_by)
                       select $1, id, 'x', 'application/pdf', 'x', 1, now(), $2 from customer),
          import as (insert into imports (tenant_id, kind, file_name, columns, lines, created_at, created_by, run_by)
                     values ($1, 'customers', 'x', '[]', 1, now(), $2, $2) returning id),
          line as (insert into import_lines (tenant_id, import_id, line, cells) select $1, id, 2, '{x}' from import),
          copy as (insert into data_copies (tenant_id, requested_at, expires_at) values ($1, now(), now() + interval '1 day')),
          text_setting as (insert into text_settings (tenant_id, cap_cents, month) values ($1, 1000, '2026-11-01')),
          text_consent as (insert into text_consents (tenant_id, telephone, channels, version, given_at)
                           values ($1, '+393331234567', '{sms}', '1', now())),
          proposal as (insert into proposals (tenant_id, hidden_id, customer_id, service_id, created_at)
                       select $1, repeat('p', 22), id, $3, now() from customer),
          come_back as (insert into come_back_reminders (tenant_id, booking_id, due_on, asked_at)
                        select tenant_id, id, '2027-01-04', now() from bookings where tenant_id = $1 limit 1),
          refusal as (insert into after_visit_refusals (tenant_id, mailbox, refused_at)
                      values ($1, 'giulia.verdi@example.it', now())),
          text as (insert into text_messages (tenant_id, booking_id, kind, channel, created_at, changed_at)
                   select tenant_id, id, 'reminder', 'sms', now(), now() from bookings where tenant_id = $1 limit 1),
          message as (insert into messages (tenant_id, deduplication_key, kind, record_id) values ($1, 'c', 'invitation', $2))
     insert into notifications (tenant_id, user_id, title, message, deduplication_key) values ($1, $2, 't', 'm', 'c')`,
    [business.id, user, service.id],
  )
  return { ...business, userId: user }
}
