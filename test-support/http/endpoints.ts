import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'

const CORE = join(import.meta.dirname, '../../core/src')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** An export is an endpoint or the five endpoints of a record. */
const listEndpoints = (exported: unknown): Endpoint[] =>
  isEndpoint(exported) ? [exported] : Object.values(Object(exported)).filter(isEndpoint)

/** All endpoints that core declares, so that new ones are tested too. */
export const declaredEndpoints: Endpoint[] = (
  await Promise.all(globSync('**/*.endpoints.ts', { cwd: CORE }).map((file) => import(join(CORE, file))))
).flatMap((module) => Object.values(module).flatMap(listEndpoints))

/** One endpoint of each kind that the framework treats alike: by method, kind of caller, body and answer. */
export const endpointsByKind: Endpoint[] = [
  ...new Map(
    declaredEndpoints.map((endpoint) => {
      const { method, access, body, file, produces } = endpoint
      return [[method, access === 'visitor', body !== undefined, file, produces].join(), endpoint]
    }),
  ).values(),
]

/** 'GET /client/services/:serviceId' */
export const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`
