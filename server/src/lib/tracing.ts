import { setTimeout as sleep } from 'node:timers/promises'
import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import type { Logger } from 'pino'

/** Time to send the last traces, milliseconds. */
const LAST_EXPORT_MS = 2_000

type Tracing = { api: typeof import('@opentelemetry/api'); tracer: Tracer }

let tracing: Tracing | undefined

export const isTracing = () => tracing !== undefined

/**
 * Loads OpenTelemetry and sends traces to a collector (OTLP over HTTP) until `stop`. The packages also read the standard
 * variables OTEL_*.
 */
export async function startTracing(endpoint: string, log: Logger) {
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'prenoto' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  // Without propagation: a visitor must not decide what is traced.
  provider.register({ propagator: null })
  tracing = { api, tracer: provider.getTracer('prenoto') }
  return {
    async stop() {
      tracing = undefined
      const exported = provider.shutdown().catch((err) => log.warn({ err }, 'the last traces were not sent'))
      // A collector that does not answer must not delay the stop of the process.
      await Promise.race([exported, sleep(LAST_EXPORT_MS, undefined, { ref: false })])
      api.trace.disable()
      api.context.disable()
    },
  }
}

/** Errors may quote personal data, so only their name is traced. */
function fail({ api }: Tracing, span: Span, error: unknown) {
  const { name, code } = error as Error & { code?: string }
  span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.setAttribute('error.type', code ?? name)
}

/** Runs `work` in a span. Attributes are ids and names, never personal data. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const current = tracing
  if (!current) return work()
  return current.tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(current, span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

type Statement = { sql: string; milliseconds: number; error?: unknown }

/** Adds a statement that has just ended to the current span, if there is one. */
export function traceStatement({ sql, milliseconds, error }: Statement) {
  if (!tracing?.api.trace.getActiveSpan()) return
  const end = Date.now()
  const span = tracing.tracer.startSpan(sql.trimStart().split(/\s/, 1)[0]!, {
    kind: tracing.api.SpanKind.CLIENT,
    startTime: end - milliseconds,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
  })
  if (error !== undefined) fail(tracing, span, error)
  span.end(end)
}

/** The span of a request: `run` continues in it, `end` completes it. */
export type RequestSpan = { run(next: () => void): void; end(attributes: Attributes, isFailed: boolean): void }

/** Undefined without tracing. */
export function beginRequestSpan(name: string, attributes: Attributes): RequestSpan | undefined {
  if (!tracing) return undefined
  const { api, tracer } = tracing
  const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes })
  const active = api.trace.setSpan(api.context.active(), span)
  return {
    run: (next) => api.context.with(active, next),
    end(attributes, isFailed) {
      span.setAttributes(attributes)
      if (isFailed) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    },
  }
}
