import * as endpoints from '@prenoto/core/customers/customers.endpoints.ts'
import { cutPage } from '@prenoto/core/page.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../http/endpoint-route.ts'
import { totalOf } from '../tenants/count-rows.repository.ts'
import { listCustomers } from './customers.repository.ts'
import { erasePersonalData, exportPersonalData, readCustomer } from './personal-data.ts'
import { searchCustomers } from './search-customers.ts'

export function customerRoutes(app: FastifyInstance) {
  implement(app, endpoints.listCustomers, async (ctx, { query: { per_page, last_id } }) => {
    const { items: customers, ...tail } = cutPage(await listCustomers(ctx, last_id, per_page + 1), per_page)
    return { customers, ...tail, ...(await totalOf(ctx, 'customers', last_id)) }
  })
  implement(app, endpoints.searchCustomers, async (ctx, { query: { q, limit } }) => ({
    customers: await searchCustomers(ctx, q, limit),
  }))
  implement(app, endpoints.readCustomer, (ctx, { params }) => readCustomer(ctx, params.id))
  implement(app, endpoints.exportCustomer, (ctx, { params }) => exportPersonalData(ctx, params.id))
  implement(app, endpoints.eraseCustomer, (ctx, { params }) => erasePersonalData(ctx, params.id))
}
