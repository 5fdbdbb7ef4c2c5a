import { cutPage } from '@prenoto/core/contract/pagination.ts'
import * as endpoints from '@prenoto/core/customers/customers.endpoints.ts'
import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import { readTextConsent, updateTextConsent } from '@prenoto/core/text-messages/text-messages.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Encryption } from '../../lib/encryption.ts'
import { requireChanged } from '../../lib/errors.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import { countTotal } from '../../tenants/count-rows.repository.ts'
import { changeConsent, readConsent } from '../text-messages/consent.ts'
import { blockCustomer } from './block-customer.ts'
import { addCustomer, changeCustomer } from './change-customer.ts'
import { changeNotes } from './change-notes.ts'
import { countVisits, listConsents, listVisits } from './customer-visits.repository.ts'
import { findProfile, listCustomers, listRestricted } from './customers.repository.ts'
import { CustomerNotFound } from './errors.ts'
import { isBlocked } from './is-blocked.ts'
import { findDuplicates, mergeCustomers } from './merge-customers.ts'
import { erasePersonalData, exportPersonalData, previewErasure, readCustomer, readProfile } from './personal-data.ts'
import { recordContactsRead } from './record-contacts-read.ts'
import { restrictCustomer } from './restrict-customer.ts'
import { searchCustomers } from './search-customers.ts'

type CustomerRoutesParts = { encryption: Encryption; textChannels: TextChannelName[] }

export function customerRoutes(app: FastifyInstance, { encryption, textChannels }: CustomerRoutesParts) {
  implement(app, endpoints.listCustomers, async (ctx, { query: { per_page, last_id } }) => {
    const { items: customers, ...tail } = cutPage(await listCustomers(ctx, last_id, per_page + 1), per_page)
    return { customers, ...tail, ...(await countTotal(ctx, 'customers', last_id)) }
  })
  implement(app, endpoints.searchCustomers, async (ctx, { query: { q, limit } }) => {
    const customers = await searchCustomers(ctx, q, limit + 1)
    return { customers: customers.slice(0, limit), has_more: customers.length > limit }
  })
  implement(app, endpoints.listRestrictedCustomers, (ctx) => listRestricted(ctx))
  implement(app, endpoints.readCustomer, (ctx, { params }) => readProfile(ctx, params.id))
  implement(app, endpoints.listCustomerVisits, async (ctx, { params, query: { per_page, last_id: after, time } }) => {
    const { id } = await readCustomer(ctx, params.id)
    const { items: visits, ...tail } = cutPage(
      await listVisits(ctx, id, { time, after, limit: per_page + 1 }),
      per_page,
    )
    return { visits, ...tail, ...(after === undefined && { totals: await countVisits(ctx, id) }) }
  })
  implement(app, endpoints.listConsents, async (ctx, { params }) => {
    const { id } = await readCustomer(ctx, params.id)
    return listConsents(ctx, id)
  })
  implement(app, readTextConsent, async (ctx, { params }) =>
    readConsent(ctx, await readCustomer(ctx, params.id), textChannels),
  )
  implement(app, updateTextConsent, async (ctx, { params, body }) =>
    changeConsent(ctx, await readCustomer(ctx, params.id), { ...body, available: textChannels }),
  )
  implement(app, endpoints.createCustomer, (ctx, { body }) => addCustomer(ctx, body))
  implement(app, endpoints.updateCustomer, (ctx, { params, headers, body }) =>
    changeCustomer(ctx, params.id, body, headers['if-match']),
  )
  implement(app, endpoints.updateCustomerNotes, async (ctx, { params: { id }, headers, body }) => {
    const isChanged = await changeNotes(ctx, id, body.notes, headers['if-match'])
    const find = () => findProfile(ctx, id)
    return requireChanged(isChanged ? await find() : undefined, find, CustomerNotFound)
  })
  implement(app, endpoints.blockCustomer, async (ctx, { params, body }) => {
    await blockCustomer(ctx, params.id, body.is_blocked)
    return readCustomer(ctx, params.id)
  })
  implement(app, endpoints.restrictCustomer, async (ctx, { params, body }) => {
    await restrictCustomer(ctx, params.id, body)
    return readProfile(ctx, params.id)
  })
  implement(app, endpoints.readBlock, async (ctx, { body }) => ({ is_blocked: await isBlocked(ctx, body) }))
  implement(app, endpoints.listDuplicates, (ctx, { params }) => findDuplicates(ctx, params.id))
  implement(app, endpoints.mergeCustomers, async (ctx, { params, body }) => {
    await mergeCustomers(ctx, params.id, body.other_id)
    return readCustomer(ctx, params.id)
  })
  implement(app, endpoints.recordContactsRead, (ctx, { body }) => recordContactsRead(ctx, body.customer_id))
  implement(app, endpoints.exportCustomer, (ctx, { params }) => exportPersonalData(ctx, encryption, params.id))
  implement(app, endpoints.previewErasure, (ctx, { params }) => previewErasure(ctx, params.id))
  implement(app, endpoints.eraseCustomer, (ctx, { params }) => erasePersonalData(ctx, params.id))
}
