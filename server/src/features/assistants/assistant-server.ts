import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { alsoText } from '@prenoto/core/bookings/chosen-services.ts'
import { chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import type { KeyRight } from '@prenoto/core/contract/key-right.ts'
import { getPrice, type PublicService } from '@prenoto/core/services/service-schema.ts'
import { formatCost, formatDay } from '@prenoto/core/time/format.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import * as z from 'zod/mini'
import type { Pressure } from '../../plugins/limits/pressure.ts'
import type { Context } from '../../tenants/context.ts'
import { shownCalendars } from '../availability/shown-calendars.ts'
import type { hoursReader } from '../calendars/shown-hours.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import type { PublicServices } from '../services/public-services.ts'
import { KeyRightMissing } from './errors.ts'
import { HOLD_MINUTES, holdHour } from './hold-hour.ts'
import { MAX_HOURS, TOOLS } from './tools.ts'

type Tool = keyof typeof TOOLS
type Input<T extends Tool> = z.output<(typeof TOOLS)[T]['inputSchema']>
type Output<T extends Tool> = z.output<(typeof TOOLS)[T]['outputSchema']>

/** Services in one answer. */
const PER_PAGE = 50

/** Characters of a service's description. */
const MAX_DESCRIPTION = 300

/** A schema as the SDK expects it. */
function describeSchema(schema: z.ZodMiniType): StandardSchemaWithJSON {
  const [input, output] = [z.toJSONSchema(schema, { io: 'input' }), z.toJSONSchema(schema, { io: 'output' })]
  const jsonSchema = { input: () => input, output: () => output }
  return { '~standard': { ...schema['~standard'], jsonSchema } }
}

const DESCRIBED_TOOLS = Object.fromEntries(
  Object.entries(TOOLS).map(([name, { inputSchema, outputSchema, ...tool }]) => [
    name,
    { ...tool, inputSchema: describeSchema(inputSchema), outputSchema: describeSchema(outputSchema) },
  ]),
)

type AssistantParts = {
  /** The services that visitors see, or programs with a key. */
  services: PublicServices
  readHours: ReturnType<typeof hoursReader>
}

/** A request of an assistant. */
export type AssistantCall = {
  ctx: Context
  /** The rights of an API key; undefined without one. */
  keyRights: KeyRight[] | undefined
  /** The origin of the site. */
  origin: string
  /** Measured when an hour is to be held; undefined if limits are off. */
  measurePressure(): Promise<Pressure | undefined>
  /** Called when an hour may have been held. */
  onHold(): void
  /** The Italian sentence about a failed call; unexpected errors are logged. */
  describeError(error: unknown): string
}

/** A server for one request: nothing is kept between requests, since any process may get the next one. */
export function assistantServer(call: AssistantCall, parts: AssistantParts): McpServer {
  const { ctx, origin, describeError } = call
  const server = new McpServer(
    { name: 'prenoto', title: ctx.tenant.name, version: '1.0.0', websiteUrl: origin },
    { instructions: INSTRUCTIONS },
  )

  function serve<T extends Tool>(
    name: T,
    act: (input: Input<T>) => Promise<{ output: Output<T>; text: string }>,
    getAddress: (input: Input<T>) => string = () => '',
  ) {
    server.registerTool(name, DESCRIBED_TOOLS[name]!, async (input) => {
      try {
        const needed = name === 'hold_hour' ? 'book' : 'read'
        if (call.keyRights && !call.keyRights.includes(needed)) throw new KeyRightMissing()
        const { output, text } = await act(input as Input<T>)
        return { structuredContent: output, content: [{ type: 'text', text }] }
      } catch (error) {
        const text = `${describeError(error)} ${getAddress(input as Input<T>)}`.trim()
        return { isError: true, content: [{ type: 'text', text }] }
      }
    })
  }

  serve('describe_business', async () => {
    const { app_name: name, address, phone: telephone } = await findConfiguration(ctx)
    const { lists } = await parts.readHours(ctx)
    const opening_hours = lists.map(({ title, days }) => ({
      title,
      days: days.map(({ name: day, hours }) => ({ day, hours })),
    }))
    const output = { name, address, telephone, site: origin, time_zone: ctx.tenant.time_zone, opening_hours }
    return { output, text: [name, address, telephone, origin].filter(Boolean).join('\n') }
  })

  serve('list_services', async ({ after }) => {
    const page = (await parts.services.page(ctx, { per_page: PER_PAGE, last_id: after })).read()
    const services = page.services.map(describeService)
    const text = services.map(
      ({ id, name, price, duration_minutes: minutes }) => `${id}: ${name}, ${minutes} minuti, ${price}`,
    )
    return {
      output: { services, next: page.has_more ? page.last_id : null },
      text: text.join('\n') || 'Nessun servizio si prenota dal sito.',
    }
  })

  serve('find_free_hours', async ({ services, calendar_id, from_day, days: count }) => {
    const service = (await parts.services.one(ctx, toRequested(services), calendar_id)).read()
    const from = from_day && from_day > service.today ? from_day : service.today
    const until = addDays(from, count)
    const inRange = service.available_slots.filter(({ date }) => date >= from && date < until)
    const days = cutHours(inRange.map(({ date, slots }) => ({ day: date, hours: slots.map(toShortTime) })))
    const isCut = countHours(days) < countHours(inRange.map(({ slots }) => ({ hours: slots })))
    const next = service.available_slots.find(({ date }) => date >= until)?.date ?? null
    const text = days.map(({ day, hours }) => `${formatDay(day)}: ${hours.join(', ')}`).join('\n')
    return {
      output: { name: joinNames(service), ...describeCost(service), days, is_cut: isCut, next_day: next },
      text: text || (next ? `Nessun orario libero; il prossimo giorno è ${formatDay(next)}.` : 'Nessun orario libero.'),
    }
  })

  serve(
    'hold_hour',
    async ({ services, calendar_id, day, hour }) => {
      const requested = { ...toRequested(services), visit_day: day, visit_hour: hour, calendar_id }
      const pressure = await call.measurePressure()
      call.onHold()
      const { linkKey, service, visit } = await holdHour(ctx, requested, pressure)
      const link = bookingAddress({ services, calendar_id, day, hour }, linkKey)
      const { minutes } = localTimeAt(ctx.now.add({ minutes: HOLD_MINUTES }).epochMilliseconds, ctx.tenant.time_zone)
      const held_until = toShortTime(toPlainTime(minutes))
      const calendar = shownCalendars(service).find(({ id }) => id === visit.calendar_id)?.name ?? null
      const name = service.services?.map((part) => part.name).join(' + ') ?? service.name
      return {
        output: { link, name, ...describeCost(service), day, hour: toShortTime(hour), calendar, held_until },
        text: `${name}, ${formatDay(day)} alle ${toShortTime(hour)}: tenuto fino alle ${held_until}. La persona conferma qui: ${link}`,
      }
    },
    (input) => `Si prenota anche qui: ${bookingAddress(input)}`,
  )

  /** The page of the usual form, with everything chosen; `linkKey` is the key of the held hour. */
  function bookingAddress({ services, calendar_id, day, hour }: Input<'hold_hour'>, linkKey?: string) {
    const { service_id, variant_id, also } = toRequested(services)
    const query = chosenVisitQuery({
      variant: variant_id,
      also: alsoText(also),
      calendar: calendar_id,
      day,
      hour,
      source: linkKey ? `assistente.${linkKey}` : 'assistente',
    })
    return `${origin}/client_service/${service_id}/booking?${new URLSearchParams(query)}`
  }

  return server
}

const INSTRUCTIONS =
  'Con questi strumenti trovi un servizio e un orario libero, e tieni l’orario per dieci minuti. Prenota la persona, dal link di hold_hour, con il solito modulo: non chiederle dati personali e non dire che è prenotato prima che lo confermi.'

const toRequested = ([first, ...also]: Input<'hold_hour'>['services']) => ({ ...first!, also })

type Priced = Pick<PublicService, 'duration' | 'amount' | 'discounted_amount' | 'varies'>

const describeCost = ({ duration, varies, ...service }: Priced) => ({
  duration_minutes: duration,
  price: `${varies ? 'da ' : ''}${formatCost(getPrice(service))}`,
})

const describeService = (service: PublicService) => ({
  id: service.id,
  name: service.name,
  category: service.category,
  description: service.description.slice(0, MAX_DESCRIPTION),
  ...describeCost(service),
  variants: service.variants.map((variant) => ({ id: variant.id, name: variant.name, ...describeCost(variant) })),
  calendars: service.calendars.map(({ id, name }) => ({ id, name })),
})

const joinNames = ({ services }: { services: { name: string }[] }) => services.map(({ name }) => name).join(' + ')

const countHours = (days: { hours: unknown[] }[]) => days.reduce((total, { hours }) => total + hours.length, 0)

/** The first hours, `MAX_HOURS` at most. */
function cutHours(days: { day: PlainDate; hours: string[] }[]) {
  let remaining = MAX_HOURS
  return days.flatMap(({ day, hours }) => {
    const shownHours = hours.slice(0, remaining)
    remaining -= shownHours.length
    return shownHours.length > 0 ? [{ day, hours: shownHours }] : []
  })
}
